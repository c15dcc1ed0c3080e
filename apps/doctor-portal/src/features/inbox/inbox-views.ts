/** The groups of the inbox (product.md section 5). */
export const views = ['needs_answer', 'due_soon', 'waiting_for_patient', 'answered'] as const;
export type View = (typeof views)[number] | 'archive';

/** Whether a group is work that waits for the doctor: it comes by priority and waiting time. */
export const isQueue = (view: View): boolean => view === 'needs_answer' || view === 'due_soon';
