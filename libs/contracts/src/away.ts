import * as z from 'zod/mini';

/** The first and the last day of an absence at the practice. */
export const awaySchema = z.object({ from: z.iso.date(), to: z.iso.date() });
export type Away = z.infer<typeof awaySchema>;
