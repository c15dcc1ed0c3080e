import * as z from 'zod/mini';
import { idSchema } from './common.ts';

/** Texts of the operator that have versions. The imprint has none. */
export const legalKinds = ['privacy', 'terms'] as const;
export type LegalKind = (typeof legalKinds)[number];

/** A text in each written language (written.ts); a line that starts with `# ` is a heading. */
export const legalTextSchema = z.object({ de: z.string(), en: z.string() });

/** A version in force that the reader has not accepted. */
export const legalNoticeSchema = z.object({
  id: idSchema,
  kind: z.enum(legalKinds),
  holds_from: z.iso.date(),
  /** The changes in the operator's words. */
  changes: legalTextSchema,
  /** False for the first terms of use that the reader sees. */
  known_before: z.boolean(),
});
export type LegalNotice = z.infer<typeof legalNoticeSchema>;
