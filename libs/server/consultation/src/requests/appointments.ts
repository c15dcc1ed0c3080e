import { sideOf, standsForPatient } from '@konsil/server-domain/access/sides';
import ical, { ICalCalendarMethod, ICalEventClass, ICalEventStatus } from 'ical-generator';
import type { Locale } from '@konsil/contracts/codes';
import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { record } from '@konsil/server-domain/steps/record';
import { answers, cases } from '@konsil/server-domain/schema';
import { later, minuteMs } from '@konsil/server-platform/clock';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { caseResource, type AnswerRow, type CaseRow } from '@konsil/server-domain/access/loaders';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { fill } from '@konsil/server-platform/locale-texts';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import type { Vault } from '@konsil/server-platform/keys/vault';
import type { Work } from '@konsil/server-domain/kernel/work';
import { accountById } from '@konsil/server-domain/accounts/accounts.queries';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import { changeCase } from '../cases/cases.queries.ts';
import { questionsChangedSince } from '../cases/form-versions.ts';
import { waitingForDoctor } from '../cases/give-back.ts';
import { findDoctor } from '@konsil/server-domain/doctors/doctors.queries';
import { newestRequest } from '../conversation/requests.queries.ts';
import { appointmentTexts } from './texts.ts';

/** Marks an answer as read by the patient; the first time counts. */
export const readAnswer = async (work: Work, theAnswer: AnswerRow, theCase: CaseRow): Promise<void> => {
  const { tx, now } = work;
  const read = await tx
    .update(answers)
    .set({ readAt: now })
    .where(and(eq(answers.id, theAnswer.id), isNull(answers.readAt)))
    .returning({ id: answers.id });
  if (read.length === 0) return;
  await tx
    .update(cases)
    .set({ lastAnswerReadAt: now })
    .where(and(eq(cases.id, theCase.id), eq(cases.lastAnswerId, theAnswer.id)));
  await record(work, { step: 'answer_read', theCase, answerId: theAnswer.id });
};

/** The patient says that the answer was clear, which the doctor sees; the first time counts. It has been read then. */
export const confirmUnderstood = async (work: Work, theAnswer: AnswerRow, theCase: CaseRow): Promise<void> => {
  const { tx, now } = work;
  await readAnswer(work, theAnswer, theCase);
  const said = await tx
    .update(answers)
    .set({ understoodAt: now })
    .where(and(eq(answers.id, theAnswer.id), isNull(answers.understoodAt)))
    .returning({ id: answers.id });
  if (said.length > 0) await record(work, { step: 'answer_understood', theCase, answerId: theAnswer.id });
};

/**
 * The patient accepts a proposed time: the case is answered, and its ToDo done. Times are valid until they pass or the
 * doctor answers again. If a message, question or request in between returned the case to the doctor, it stays there.
 * @throws {Problem} `invalid` for a time not proposed or past, `not_allowed_now` for another than the accepted time,
 * after a cancellation, or after a newer answer or a withdrawn consent, `doctor_unavailable` if the doctor has left, or
 * will have by then.
 */
export const acceptAppointment = async (
  work: Work,
  theAnswer: AnswerRow,
  theCase: CaseRow,
  startsAt: Date,
): Promise<void> => {
  const { tx, now } = work;
  const accepted = theAnswer.appointmentAccepted;
  if (accepted && !theAnswer.appointmentCancelledAt && accepted.getTime() === startsAt.getTime()) return;
  const isTheirs = caseResource(theCase).sharedWithDoctor && theCase.doctorId === theAnswer.doctorId;
  const stillHolds = isTheirs && ['with_patient', 'with_doctor'].includes(theCase.status);
  if (accepted || theCase.lastAnswerId !== theAnswer.id || !stillHolds) throw new Problem('not_allowed_now');
  if (!theAnswer.appointmentProposed?.some((time) => time.getTime() === startsAt.getTime()))
    throw invalid({ path: 'starts_at', code: 'selectOption' });
  if (startsAt <= now) throw invalid({ path: 'starts_at', code: 'appointmentPast' });
  const { erasureAt } = await accountById(tx, theCase.doctorId);
  if (!(await findDoctor(tx, theCase.doctorId)) || (erasureAt && startsAt >= erasureAt))
    throw new Problem('doctor_unavailable');

  await tx.update(answers).set({ appointmentAccepted: startsAt }).where(eq(answers.id, theAnswer.id));
  const sentSince = (await newestRequest(work, theCase))?.id !== theAnswer.requestId;
  const asked =
    theCase.status === 'with_doctor' &&
    (sentSince || (await questionsChangedSince(work, theCase, theAnswer.answeredAt)));
  const row = await changeCase(work, theCase, asked ? {} : { status: 'answered', answerDueOn: null });
  await record(work, { step: 'appointment_accepted', theCase: row, answerId: theAnswer.id });
};

/**
 * One side cancels the accepted appointment, and the other is notified. An answered case returns to the doctor, who may
 * propose other times; one sent or answered again since stays where it is. A closed one is reopened by its owner only, who is
 * told if somebody cancels for them.
 * @throws {Problem} `not_allowed_now` if none was accepted, it has begun, or its doctor no longer has the case.
 */
export const cancelAppointment = async (work: Work, theAnswer: AnswerRow, theCase: CaseRow): Promise<void> => {
  const { tx, now, actor } = work;
  // Idempotent, also across both sides.
  if (theAnswer.appointmentCancelledAt) return;
  const isTheirs = caseResource(theCase).sharedWithDoctor && theCase.doctorId === theAnswer.doctorId;
  if (!isTheirs || !theAnswer.appointmentAccepted || theAnswer.appointmentAccepted <= now)
    throw new Problem('not_allowed_now');

  await tx
    .update(answers)
    .set({ appointmentCancelledAt: now, appointmentCancelledBy: sideOf(actor) })
    .where(eq(answers.id, theAnswer.id));
  // A doctor who has left proposes no other times.
  const forOwner = standsForPatient(actor);
  const returns = theCase.status === 'answered' || (theCase.status === 'closed' && !forOwner);
  const doctor = returns ? await findDoctor(tx, theCase.doctorId) : undefined;
  const row = await changeCase(
    work,
    theCase,
    doctor ? { ...(await waitingForDoctor(work, doctor)), archivedByPatientAt: null } : {},
  );
  await record(work, { step: 'appointment_cancelled', theCase: row, answerId: theAnswer.id });
  if (forOwner) await record(work, { step: 'appointment_cancelled_for_owner', theCase: row, answerId: theAnswer.id });
};

/**
 * Notifies doctors of appointments that ended because they lost access. They cannot look it up, so the email always
 * names the time, never the patient.
 */
export const notifyOfEndedAppointments = async (
  tx: Tx,
  vault: Vault,
  ended: readonly Pick<AnswerRow, 'doctorId' | 'appointmentAccepted'>[],
): Promise<void> => {
  for (const { doctorId, appointmentAccepted } of ended) {
    const { email, locale, deactivatedAt } = await accountById(tx, doctorId);
    if (appointmentAccepted && !deactivatedAt)
      await enqueueEmail(tx, vault, {
        to: email,
        locale,
        accountId: doctorId,
        template: 'appointment_ended',
        data: { at: dayAndTime(appointmentAccepted, locale) },
      });
  }
};

/** Accepted future appointments that were not cancelled. */
export const acceptedFutureAppointments = (now: Date): SQL | undefined =>
  and(gt(answers.appointmentAccepted, now), isNull(answers.appointmentCancelledAt));

/** The dependencies of ending appointments; also available in the CLI. */
export type EndAppointmentsContext = Pick<Work, 'tx' | 'now' | 'actor'> & { kernel: Pick<Kernel, 'vault'> };

/** Ends future appointments with a doctor who lost access to a case, and notifies them. */
export const endAppointments = async (work: EndAppointmentsContext, theCase: CaseRow): Promise<void> => {
  const {
    tx,
    now,
    actor,
    kernel: { vault },
  } = work;
  const ended = await tx
    .update(answers)
    .set({ appointmentCancelledAt: now, appointmentCancelledBy: sideOf(actor) })
    .where(and(eq(answers.caseId, theCase.id), eq(answers.doctorId, theCase.doctorId), acceptedFutureAppointments(now)))
    .returning();
  for (const { id } of ended) await record(work, { step: 'appointment_ended', theCase, answerId: id });
  await notifyOfEndedAppointments(tx, vault, ended);
};

const lengthMs = 30 * minuteMs;

/** Text must not contain control characters, and some calendars take a lone CR for a line end (RFC 5545, 3.3.11). */
const plainText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/(?!\n)\p{Cc}/gu, '');

interface CalendarEntry {
  id: string;
  startsAt: Date;
  /** Marks the appointment as cancelled in calendars that have it (RFC 5545, 3.8.1.11 and 3.8.7.4). */
  cancelled: boolean;
  doctor: string;
  place: string;
  locale: Locale;
  now: Date;
}

/**
 * The appointment as an iCalendar file, without health data. A moment in UTC needs no VTIMEZONE and is exact in every
 * calendar (RFC 5545, 3.3.5); calendars show it in the reader's zone, so the description names the practice's time.
 */
export const calendarFile = ({ id, startsAt, cancelled, doctor, place, locale, now }: CalendarEntry): string => {
  const texts = appointmentTexts[locale];
  const calendar = ical({ prodId: '//Konsil//Konsil//EN', scale: 'gregorian', method: ICalCalendarMethod.PUBLISH });
  calendar.createEvent({
    id: `${id}@konsil`,
    stamp: now,
    start: startsAt,
    end: later(startsAt, lengthMs),
    summary: plainText(fill(texts.summary, { doctor })),
    description: `${texts.placeTime}: ${dayAndTime(startsAt, locale)}`,
    location: place ? plainText(place) : null,
    class: ICalEventClass.PRIVATE,
    ...(cancelled ? { sequence: 1, status: ICalEventStatus.CANCELLED } : {}),
  });
  return `${calendar.toString()}\r\n`;
};
