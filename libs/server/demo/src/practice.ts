import type { AnswerOption } from '@konsil/contracts/answer-options';
import type { Gender, Priority, TodoTitle } from '@konsil/contracts/codes';
import type { PatientFields } from '@konsil/contracts/patients';
import type { Actor } from '@konsil/server-domain/access/access';
import { later, minuteMs } from '@konsil/server-platform/clock';
import { letterFile, picture } from './files.ts';
import type { Letter } from './letters.ts';
import type { DemoCalendar } from './moments.ts';
import { drawUltrasound } from './pictures.ts';
import { sources } from './sources.ts';
import type { DemoActions } from './stage.ts';

/** The time when something happened: working days ago with a time, or minutes ago. */
export type DemoMoment = [workdays: number, time: string] | number;
type Person = [
  firstName: string,
  lastName: string,
  gender: Gender,
  bornOn: string,
  street: string,
  houseNumber: string,
  zipcode: string,
  city: string,
];

/** The doctor's answer and what followed. */
interface Reply {
  at: DemoMoment;
  option: AnswerOption;
  text: string;
  /** One text for all question answers, if any. */
  toQuestions?: string;
  todo?: { title: string; code: TodoTitle; inDays: number };
  reason?: string;
  nextStep?: string;
  specialty?: string;
  appointments?: [inDays: number, time: string][];
  then?: 'closed' | 'archived';
}
/** A case of a patient without sign-in, to fill the inbox with a practice's week. */
export interface PracticeCase {
  person: Person;
  name: string;
  diagnosis: string;
  history: string;
  questions: string[];
  letters: Letter[];
  /** A drawn ultrasound with a nodule of that size. */
  ultrasound?: { daysAgo: number; size: number };
  sent: DemoMoment;
  priority?: Priority;
  reply?: Reply;
  /** An unread message from the patient to the doctor. */
  message?: { at: DemoMoment; subject: string; text: string };
  doctorTodo?: { title: string; content: string; inDays: number; priority: Priority };
}

const momentOf = (calendar: DemoCalendar, when: DemoMoment): Date =>
  typeof when === 'number' ? calendar.minutesAgo(when) : calendar.workdaysAgo(...when);
const fieldsOf = ([
  first_name,
  last_name,
  gender,
  date_of_birth,
  street,
  house_number,
  zipcode,
  city,
]: Person): PatientFields => ({
  first_name,
  last_name,
  gender,
  date_of_birth,
  street,
  house_number,
  zipcode,
  city,
  state: '',
  country: 'Deutschland',
  phone: '',
});
const emailOf = ({ first_name, last_name }: PatientFields): string =>
  `${first_name}.${last_name}`
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[letter] ?? '')
    .normalize('NFKD')
    .replace(/[^a-z.-]/g, '');

const answerThe = async (
  stage: DemoActions,
  calendar: DemoCalendar,
  { doctor, patient, caseId }: { doctor: Actor; patient: Actor; caseId: string },
  reply: Reply,
): Promise<void> => {
  const at = momentOf(calendar, reply.at);
  await stage.look(doctor, later(at, -20 * minuteMs), caseId);
  const { toQuestions: text } = reply;
  const answer = await stage.answer(
    doctor,
    at,
    caseId,
    reply.option,
    {
      aufgabeTitel: reply.todo?.title ?? '',
      answer: reply.text,
      ...(reply.todo ? { deadline: calendar.day(-reply.todo.inDays), todo_content: reply.todo.title } : {}),
      ...(text
        ? {
            with_question_answers: true,
            question_answers: (await stage.questionIds(caseId)).map((question_id) => ({ question_id, text })),
          }
        : {}),
      ...(reply.reason ? { reason: reply.reason, next_step: reply.nextStep ?? '' } : {}),
      ...(reply.specialty ? { recommended_specialty: reply.specialty } : {}),
      ...(reply.appointments
        ? {
            appointments: reply.appointments.map(([inDays, time]) => calendar.ahead(inDays, time).toISOString()),
            appointment_place: 'Sprechstunde, Severinstraße 88, 50678 Köln',
          }
        : {}),
    },
    reply.todo?.code ?? 'none',
  );
  if (!reply.then) return;
  await stage.readAnswer(patient, later(at, 90 * minuteMs), caseId, answer);
  if (reply.then === 'closed') await stage.close(patient, later(at, 100 * minuteMs), caseId);
  else await stage.archive(doctor, later(at, 24 * 60 * minuteMs), caseId);
};

/** Creates one case of the practice: person, documents, request and what followed. @returns who sent it, and when */
export const playPracticeCase = async (
  stage: DemoActions,
  calendar: DemoCalendar,
  doctor: Actor,
  item: PracticeCase,
  number: number,
): Promise<{ patient: Actor; caseId: string; sentAt: Date }> => {
  const fields = fieldsOf(item.person);
  const sentAt = momentOf(calendar, item.sent);
  const before = (minutes: number): Date => later(sentAt, -minutes * minuteMs);
  const { actor, patientId } = await stage.patientAccount(
    {
      email: `${emailOf(fields)}@konsil.example`,
      phone: `+4915200100${String(number).padStart(3, '0')}`,
      passwordHash: null,
      at: before(120),
    },
    fields,
  );
  const caseId = await stage.open(actor, before(60), {
    case_name: item.name,
    patient: patientId,
    doctor: doctor.accountId,
    diagnosis: item.diagnosis,
    medical_history: item.history,
    questions: item.questions,
  });
  for (const [index, letter] of item.letters.entries())
    await stage.upload(
      actor,
      before(30 - index),
      caseId,
      await letterFile(letter, fields, calendar, before(30 - index)),
    );
  if (item.ultrasound) {
    const { daysAgo, size } = item.ultrasound;
    const bytes = await drawUltrasound(number * 7 + 3, { x: 130 + ((number * 53) % 60), y: 102, size: size / 2 });
    await stage.upload(
      actor,
      before(10),
      caseId,
      picture('Ultraschall Hals.jpg', bytes, 'sonography', sources.nuklear, calendar.day(daysAgo, before(10))),
    );
  }
  await stage.send(actor, sentAt, caseId);
  if (item.priority) await stage.prioritize(doctor, later(sentAt, minuteMs), caseId, item.priority);
  if (item.reply) await answerThe(stage, calendar, { doctor, patient: actor, caseId }, item.reply);
  if (item.message)
    await stage.message(actor, momentOf(calendar, item.message.at), caseId, {
      subject: item.message.subject,
      message: item.message.text,
    });
  if (item.doctorTodo) {
    const { inDays, ...todo } = item.doctorTodo;
    await stage.todo(doctor, later(sentAt, 2 * minuteMs), caseId, {
      ...todo,
      deadline: calendar.day(-inDays),
      assignee: 'doctor',
    });
  }
  return { patient: actor, caseId, sentAt };
};
