// @bundle ui
import { useMemo } from 'react';
import { serverNow } from '@konsil/api/server-clock';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';

const newestFirst = (a: Answer, b: Answer) => b.answered_at.localeCompare(a.answered_at);

/** True if the accepted appointment of an answer has begun. */
export const hasBegun = ({ appointment }: Answer, now = serverNow()): boolean =>
  Boolean(appointment?.accepted && appointment.accepted <= now);

/** The answer with the current appointment: accepted until it begins, cancelled until the doctor answers again. */
export const appointmentOf = (
  { answers, shared, last_answer: last }: ProcessOverview,
  now = serverNow(),
): Answer | undefined =>
  [...answers].sort(newestFirst).find((answer) => {
    const { accepted, cancelled } = answer.appointment ?? {};
    if (cancelled) return shared && cancelled.at > (last?.answered_at ?? '');
    return accepted && !hasBegun(answer, now);
  });

/**
 * `appointmentOf` for a page: an appointment that begins while the page is open stays until something else changes, so
 * that no control disappears during use.
 */
export const useAppointmentOf = (theCase: ProcessOverview): Answer | undefined =>
  useMemo(() => appointmentOf(theCase), [theCase]);

/** True if the accepted appointment can be cancelled: it is in the future, and the case is with the same doctor. */
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

/** The start times of all future appointments with the doctor of a case. */
export const futureAppointments = (theCase: Pick<ProcessOverview, 'answers' | 'shared' | 'doctor'>): string[] =>
  theCase.answers.flatMap((answer) => (canBeCancelled(answer, theCase) ? (answer.appointment?.accepted ?? []) : []));

/**
 * True if a proposed time can still be accepted: no later answer, and the doctor who proposed it still has the case and
 * an account.
 */
export const stillProposed = (
  { id, answered_by: by }: Answer,
  { shared, doctor, status, last_answer: last }: Pick<ProcessOverview, 'shared' | 'doctor' | 'status' | 'last_answer'>,
): boolean =>
  shared &&
  !doctor.left &&
  by === doctor.name &&
  (status === 'with_patient' || status === 'with_doctor') &&
  id === last?.id;
