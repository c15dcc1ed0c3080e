import { useMemo } from 'react';
import { serverNow } from '@konsil/api/server-clock';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';

const newestFirst = (a: Answer, b: Answer) => b.answered_at.localeCompare(a.answered_at);

/** Whether the appointment that was accepted with an answer has begun. */
export const hasBegun = ({ appointment }: Answer, now = serverNow()): boolean =>
  Boolean(appointment?.accepted && appointment.accepted <= now);

/** The answer whose appointment a case is about: an accepted one until it begins, a cancelled one until the doctor answers anew. */
export const appointmentOf = (
  { answers, shared, last_answer: last }: ProcessOverview,
  now = serverNow(),
): Answer | undefined =>
  [...answers].sort(newestFirst).find((answer) => {
    const { accepted, cancelled } = answer.appointment ?? {};
    if (cancelled) return shared && cancelled.at > (last?.answered_at ?? '');
    return accepted && !hasBegun(answer, now);
  });

/** `appointmentOf` for a page: one that begins while it is open stays until something else changes, so that nothing vanishes under somebody's hand. */
export const useAppointmentOf = (theCase: ProcessOverview): Answer | undefined =>
  useMemo(() => appointmentOf(theCase), [theCase]);

/** Whether the accepted appointment of an answer can still be cancelled: it is to come, and the case is with the doctor who agreed to it. */
export const canBeCancelled = (
  { appointment, answered_by: by }: Answer,
  { shared, doctor }: Pick<ProcessOverview, 'shared' | 'doctor'>,
  now = serverNow(),
): boolean =>
  appointment !== null &&
  appointment.accepted !== null &&
  appointment.cancelled === null &&
  appointment.accepted > now &&
  shared &&
  by === doctor.name;

/** The beginnings of all that is agreed for later with the doctor of a case. */
export const comingWith = (theCase: Pick<ProcessOverview, 'answers' | 'shared' | 'doctor'>): string[] =>
  theCase.answers.flatMap((answer) => (canBeCancelled(answer, theCase) ? (answer.appointment?.accepted ?? []) : []));

/** Whether one of the proposed times can still be accepted: nothing was answered since then, and the doctor who proposed them has the case and is there. */
export const stillProposed = (
  { id, answered_by: by }: Answer,
  { shared, doctor, status, last_answer: last }: Pick<ProcessOverview, 'shared' | 'doctor' | 'status' | 'last_answer'>,
): boolean =>
  shared &&
  !doctor.left &&
  by === doctor.name &&
  (status === 'with_patient' || status === 'with_doctor') &&
  id === last?.id;
