import { fullName } from '@konsil/contracts/full-name';
import type { PatientFields } from '@konsil/contracts/patients';
import { ofWrittenParts } from '@konsil/contracts/requests';
import { and, eq, isNotNull } from 'drizzle-orm';
import { doctorEntry, doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import type { AnswerRow, CaseRow } from '@konsil/server-domain/access/loaders';
import { openCase } from '@konsil/server-domain/cases/case-texts';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import type { Work } from '@konsil/server-domain/kernel/work';
import { patientOf } from '@konsil/server-domain/patients/patient-record';
import { documents, requests, todos } from '@konsil/server-domain/schema';
import { iso } from '@konsil/server-platform/clock';
import { answerTexts, type LetterFacts } from '@konsil/server-domain/sealed/answer';
import type { DoctorLetter } from '@konsil/server-domain/sealed/doctor-letter';
import { todoTexts } from '@konsil/server-domain/sealed/todo';
import type { RequestRow } from '../conversation/requests.queries.ts';

/** Reads only, without an actor: a letter is the same for everybody. */
export type Reading = Pick<Work, 'tx'> & { kernel: Pick<Work['kernel'], 'vault'> };

const colleague = async ({ tx }: Reading, id: string) => {
  const entry = await doctorEntry(tx, id);
  if (!entry) throw new Error('A doctor is missing.');
  return { entry, named: { name: doctorName(entry), specialty: entry.specialty, city: entry.city } };
};

/** The doctor and the heads of their letters, as they are now. */
export const writerFacts = async (
  work: Reading,
  doctorId: string,
): Promise<Pick<LetterFacts, 'doctor' | 'practice'>> => {
  const { entry, named } = await colleague(work, doctorId);
  return {
    doctor: named,
    practice: {
      name: entry.practiceName,
      address: entry.practiceAddress,
      phone: entry.practicePhone,
      email: entry.practiceEmail,
      lanr: entry.lanr,
      bsnr: entry.bsnr,
      ...(entry.logoId && { logo: { id: entry.logoId, alt: entry.logoAlt } }),
    },
  };
};

/** The patient as letters name them. */
export const patientFacts = (patient: PatientFields): LetterFacts['patient'] => ({
  name: fullName(patient),
  listed: `${patient.last_name}, ${patient.first_name}`,
  born: patient.date_of_birth,
  street: `${patient.street} ${patient.house_number}`,
  place: `${patient.zipcode} ${patient.city}`,
});

/** Collects the facts of a letter as they are now. */
export const letterFacts = async (
  work: Reading,
  theCase: CaseRow,
  given: {
    doctorId: string;
    request: Pick<RequestRow, 'sentAt'>;
    recommendedDoctorId: string | null;
    todo: LetterFacts['todo'];
  },
): Promise<LetterFacts> => {
  const {
    tx,
    kernel: { vault },
  } = work;
  const {
    case_name,
    diagnosis,
    anamnesis,
    medication_list: list,
    recipients = [],
    specialty_forms: forms = [],
  } = await openCase(tx, vault, theCase);
  return {
    ...(await writerFacts(work, given.doctorId)),
    patient: patientFacts(await patientOf(tx, vault, theCase.patientId)),
    case_name,
    diagnosis,
    asked_at: iso(given.request.sentAt),
    documents: await tx.$count(documents, and(eq(documents.caseId, theCase.id), isNotNull(documents.requestId))),
    recommended: given.recommendedDoctorId ? (await colleague(work, given.recommendedDoctorId)).named : null,
    todo: given.todo,
    ...(recipients.length > 0 && { recipients }),
    ...(anamnesis.medication && { medication: anamnesis.medication }),
    ...(list && { medication_list: list }),
    ...(anamnesis.allergies && { allergies: anamnesis.allergies }),
    ...(forms.length > 0 && { specialty_forms: forms }),
  };
};

/** Facts for an answer that was given before they were kept. */
const factsOfToday = async (work: Reading, theAnswer: AnswerRow, theCase: CaseRow): Promise<LetterFacts> => {
  const {
    tx,
    kernel: { vault },
  } = work;
  const [request] = await tx.select().from(requests).where(eq(requests.id, theAnswer.requestId));
  const [todo] = await tx.select().from(todos).where(eq(todos.answerId, theAnswer.id)).limit(1);
  if (!request) throw new Error('The request of an answer is missing.');
  return letterFacts(work, theCase, {
    doctorId: theAnswer.doctorId,
    request,
    recommendedDoctorId: theAnswer.recommendedDoctorId,
    todo: todo
      ? {
          ...(await vault.open(tx, todo.patientId, todoTexts, todo.sealed)),
          code: todo.titleCode,
          deadline: todo.deadline,
        }
      : null,
  });
};

/** Reads all that the letter of an answer says. */
export const letterContent = async (work: Reading, theAnswer: AnswerRow, theCase: CaseRow): Promise<DoctorLetter> => {
  const {
    tx,
    kernel: { vault },
  } = work;
  const { letter, appointment_place, ...texts } = await vault.open(
    tx,
    theCase.patientId,
    answerTexts,
    theAnswer.sealed,
  );
  return {
    ...(letter ?? (await factsOfToday(work, theAnswer, theCase))),
    answer: {
      option: theAnswer.option,
      answered_at: iso(theAnswer.answeredAt),
      answer: texts.answer,
      ...(texts.plain_words && { plain_words: texts.plain_words }),
      ...ofWrittenParts((part) => texts[part]),
      question_answers: texts.question_answers,
      ...(texts.measurements && { measurements: texts.measurements }),
      ...(texts.pins && { pins: texts.pins }),
      ...(texts.codes && { codes: texts.codes }),
    },
    proposed: (theAnswer.appointmentProposed ?? []).map(iso),
    appointment_place,
  };
};

/** The file's name, without health data. */
export const letterFileName = (answeredAt: Date): string => `arztbrief-${dayOf(answeredAt)}.pdf`;
