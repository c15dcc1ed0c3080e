import * as z from 'zod/mini';
import { viewerKeysSchema } from './shortcuts.ts';

/**
 * The case from which the viewer's images were opened, for comparison; `issue_date` is the document's date in the case.
 */
export const viewedCaseSchema = z.object({
  patient: z.object({ first_name: z.string(), last_name: z.string(), date_of_birth: z.iso.date() }),
  issue_date: z.nullable(z.iso.date()),
  /** The reader's single keys; null if they are switched off. */
  keys: z.nullable(viewerKeysSchema),
});
export type ViewedCase = z.infer<typeof viewedCaseSchema>;

/** Another study of the same person that the reader of an opened one may see. */
export const otherStudySchema = z.object({
  document_id: z.uuid(),
  study_uid: z.string(),
  /** The date in the images. */
  study_date: z.nullable(z.iso.date()),
  description: z.string(),
  modality: z.string(),
  images: z.number(),
  /** The author of the images, as named with the document. */
  source: z.string(),
  /** The case they are in; null for the case that the open ones are from. */
  case_name: z.nullable(z.string()),
});
export type OtherStudy = z.infer<typeof otherStudySchema>;
export const otherStudiesSchema = z.array(otherStudySchema);

/** The study to open beside the open one. */
export const besideSchema = z.object({ document_id: z.uuid(), study_uid: z.string().check(z.regex(/^[0-9.]{1,64}$/)) });
export type Beside = z.infer<typeof besideSchema>;
/** The opening under which it is read; the response sets its cookie. */
export const openedBesideSchema = z.object({ study_uid: z.string(), opening: z.string() });
export type OpenedBeside = z.infer<typeof openedBesideSchema>;

/**
 * The reason why opened images are closed: the session of the portal ended, nobody looked at them for too long, or the
 * right to see them ended.
 */
export const closedReasons = ['signed_out', 'no_look', 'no_right'] as const;
export type ClosedReason = (typeof closedReasons)[number];
/** Names the reason in a 404. Only the browser that was let in before gets it. */
export const closedHeader = 'x-closed';
