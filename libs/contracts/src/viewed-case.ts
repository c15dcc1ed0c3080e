import * as z from 'zod/mini';

/** Whose case the images of the viewer were opened from, for the viewer to compare; `issue_date` is the day that the case tells of them. */
export const viewedCaseSchema = z.object({
  patient: z.object({ first_name: z.string(), last_name: z.string(), date_of_birth: z.iso.date() }),
  issue_date: z.nullable(z.iso.date()),
});
export type ViewedCase = z.infer<typeof viewedCaseSchema>;
