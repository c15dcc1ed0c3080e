import * as z from 'zod/mini';
import { roles } from './first-codes.ts';
import { helperKinds, type HelperKind } from './stored-kinds.ts';

const mark = z.optional(z.boolean());
const helperMarks = Object.fromEntries(helperKinds.map((kind) => [kind, mark])) as Record<HelperKind, typeof mark>;
/** Marks of an author who is neither the patient's account nor the doctor. */
export const authorMarks = {
  ...helperMarks,
  /** The author is a reader who acts for the owner of the case. */
  acting: z.optional(z.boolean()),
};

/** The author of a document or a ToDo; `mine`: the reader. */
export const authorSchema = z.object({
  role: z.enum(roles),
  name: z.string(),
  mine: z.boolean(),
  ...authorMarks,
});
/** The name of an author, with the marks. */
export type NamedAuthor = { name: string } & { [Mark in keyof typeof authorMarks]?: boolean | undefined };
