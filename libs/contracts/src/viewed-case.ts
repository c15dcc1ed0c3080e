import * as z from 'zod/mini';

/**
 * The case from which the viewer's images were opened, for comparison; `issue_date` is the document's date in the case.
 */
export const viewedCaseSchema = z.object({
  patient: z.object({ first_name: z.string(), last_name: z.string(), date_of_birth: z.iso.date() }),
  issue_date: z.nullable(z.iso.date()),
});
export type ViewedCase = z.infer<typeof viewedCaseSchema>;
