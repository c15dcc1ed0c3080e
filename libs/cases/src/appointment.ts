import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';

const newestFirst = (a: Answer, b: Answer) => b.answered_at.localeCompare(a.answered_at);

/** The answer whose appointment a case is about: an accepted one until it begins, a cancelled one until the doctor answers anew. */
export const appointmentOf = ({ answers, status, shared, last_answer: last }: ProcessOverview, now = new Date().toISOString()): Answer | undefined =>
  [...answers].sort(newestFirst).find(({ id, appointment }) => appointment?.accepted && (appointment.cancelled ? shared && status === 'with_doctor' && id === last?.id : appointment.accepted > now));

/** Whether the accepted appointment of an answer can still be cancelled: it is to come, and the case is with the doctor who agreed to it. */
export const canBeCancelled = ({ appointment, answered_by: by }: Answer, { shared, doctor }: Pick<ProcessOverview, 'shared' | 'doctor'>, now = new Date().toISOString()): boolean =>
  appointment !== null && appointment.accepted !== null && appointment.cancelled === null && appointment.accepted > now && shared && by === doctor.name;

/** Whether one of the proposed times can still be accepted: nothing was sent or answered since then, and the doctor has the case. */
export const stillProposed = ({ id, request_id }: Answer, { shared, last_answer: last, requests }: Pick<ProcessOverview, 'shared' | 'last_answer' | 'requests'>): boolean =>
  shared && id === last?.id && request_id === requests.at(-1)?.id;
