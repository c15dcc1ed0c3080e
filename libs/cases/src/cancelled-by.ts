import type { ProcessOverview, TimelineEntry } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';

/**
 * The person on the patient's side who cancelled the appointment of an answer: the owner, or somebody who acts for the
 * owner.
 */
export const cancelledBy = (
  { timeline }: Pick<ProcessOverview, 'timeline'>,
  { id, appointment }: Pick<Answer, 'id' | 'appointment'>,
): TimelineEntry['by'] | undefined =>
  appointment?.cancelled?.by === 'patient'
    ? timeline.find(({ kind, ref_id: of }) => kind === 'appointment_cancelled' && of === id)?.by
    : undefined;
