import * as z from 'zod/mini';

/**
 * The case from which the viewer's images were opened, for comparison; `issue_date` is the document's date in the case.
 */
export const viewedCaseSchema = z.object({
  patient: z.object({ first_name: z.string(), last_name: z.string(), date_of_birth: z.iso.date() }),
  issue_date: z.nullable(z.iso.date()),
});
export type ViewedCase = z.infer<typeof viewedCaseSchema>;

/** Why the bearer of an opening sees nothing any more: the portal's session ended, nobody looked for too long, or the right is gone. */
export const closedReasons = ['signed_out', 'no_look', 'no_right'] as const;
export type ClosedReason = (typeof closedReasons)[number];
/** Names the reason in a 404. Only the browser that was let in before gets it. */
export const closedHeader = 'x-closed';
