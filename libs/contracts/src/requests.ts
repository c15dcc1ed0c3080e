import * as z from 'zod/mini';
import { anamnesisSchema } from './anamnesis.ts';
import { answerOptions } from './answer-options.ts';
import { actorRoles, locales, todoTitles } from './codes.ts';
import { daySchema, givenIdSchema, idParams, idSchema, momentSchema, optionalText, requiredText } from './common.ts';
import { namedDoctorSchema, pricedDoctorSchema } from './doctors.ts';
import { documentSchema } from './documents.ts';
import { answeredFormSchema, offeredFormSchema } from './form-fields.ts';
import { markedForAnswerSchema, markedMeasurementSchema, sentMeasurementsSchema } from './measurements.ts';
import { healthProfileSchema } from './health-profile.ts';
import { givenCodesSchema, medicalCodeSchema } from './medical-codes.ts';
import { mostPins, pinSchema, writtenPinSchema } from './pins.ts';
import { patientSchema } from './patients.ts';
import { mostPools, poolClinicSchema } from './pool-states.ts';
import { defineRoute } from './route.ts';
import { usualDocuments } from './usual-documents.ts';
import { canBeWithdrawn, heldDraft, heldUntil } from './sendings.ts';

/** A request: the patient sends the case, with all new documents, to the doctor. */
export const requestSchema = z.object({
  id: idSchema,
  sent_at: momentSchema,
  sent_by: z.string(),
  note: z.string(),
  /** Usually needed documents that were reported to the patient as missing when the request was sent. */
  said_missing: z.array(z.enum(usualDocuments)),
  /** The time at which the patient last confirmed medication, allergies, operations and illnesses as sent. */
  health_confirmed_at: z.nullable(momentSchema),
  document_ids: z.array(idSchema),
  answer_due_on: z.iso.date(),
  held_until: heldUntil,
  withdrawable: canBeWithdrawn,
});
export type Request = z.infer<typeof requestSchema>;

export const sendToDoctorSchema = z.object({
  consent: z.literal(true, 'consentMissing'),
  note: z.optional(optionalText(4000)),
  /** Confirms the case's texts on the topics of the health profile. */
  health_confirmed: z.optional(z.boolean()),
  /** The doctor's deputy, who may see the case and answer during the absence. */
  deputy: z.optional(givenIdSchema('doctorMissing')),
  /** The assistants of the doctor may see the case, too. */
  assistants: z.optional(z.boolean()),
  /** The clinics of the doctor whose other doctors may answer, too. */
  pools: z.optional(z.array(givenIdSchema()).check(z.maxLength(mostPools, 'tooMany'))),
  draft: heldDraft,
});
export type SendToDoctor = z.infer<typeof sendToDoctorSchema>;

/** `question`: the wording that the doctor read; the answer is refused if the patient has changed it since. */
const questionAnswer = z.object({
  question_id: givenIdSchema(),
  question: z.optional(optionalText(500)),
  text: requiredText('answerMissing', 10_000),
  /** The answer in plain words, for the patient. */
  plain_words: z.optional(optionalText(4000)),
});
/** Maximum number of times in an answer. */
export const mostAppointments = 3;
export const appointmentSchema = z.object({
  proposed: z.array(momentSchema),
  accepted: z.nullable(momentSchema),
  /** Set if the accepted appointment was cancelled. */
  cancelled: z.nullable(z.object({ at: momentSchema, by: z.enum(actorRoles) })),
  place: z.string(),
});

/** The text parts of an answer, each of which belongs to some options only (`answer-options.ts`). */
export const writtenParts = {
  reason: optionalText(4000),
  next_step: optionalText(4000),
  recommended_specialty: optionalText(200),
};
export type WrittenPart = keyof typeof writtenParts;
export const writtenPartNames = Object.keys(writtenParts) as WrittenPart[];
/** Creates a value for each text part. */
export const ofWrittenParts = <T>(make: (part: WrittenPart) => T): Record<WrittenPart, T> =>
  Object.fromEntries(writtenPartNames.map((part) => [part, make(part)])) as Record<WrittenPart, T>;
const answerParts = {
  ...writtenParts,
  recommended_doctor_id: givenIdSchema(),
  appointments: z.array(momentSchema).check(z.maxLength(mostAppointments, 'tooMany')),
  appointment_place: optionalText(300),
};
export type AnswerPart = keyof typeof answerParts;

/** An answer: the doctor's reply to the newest request. */
export const answerSchema = z.object({
  id: idSchema,
  request_id: idSchema,
  option: z.enum(answerOptions),
  answered_at: momentSchema,
  answered_by: z.string(),
  /** The doctor for whom a deputy answered. */
  answered_for: z.optional(z.string()),
  answer: z.string(),
  /** The answer in plain words; missing if the doctor wrote none. */
  plain_words: z.optional(z.string()),
  ...ofWrittenParts(() => z.nullable(z.string())),
  question_answers: z.array(
    z.object({ question_id: idSchema, question: z.string(), text: z.string(), plain_words: z.optional(z.string()) }),
  ),
  todo_id: z.nullable(idSchema),
  recommended_doctor: z.nullable(namedDoctorSchema),
  appointment: z.nullable(appointmentSchema),
  /** Measurements in the images, as they were when the answer was given; missing if there are none. */
  measurements: z.optional(z.array(markedMeasurementSchema)),
  /** Places that its texts point at by number; missing if there are none. */
  pins: z.optional(z.array(pinSchema)),
  /** Diagnoses and procedures by code; missing if there are none. */
  codes: z.optional(z.array(medicalCodeSchema)),
  read_at: z.nullable(momentSchema),
  /** The time when the patient said that it was clear. */
  understood_at: z.nullable(momentSchema),
  held_until: heldUntil,
  withdrawable: canBeWithdrawn,
});
export type Answer = z.infer<typeof answerSchema>;

/**
 * The doctor's answer. `aufgabeTitel` and `answer` are the specification's names: the title of the patient's ToDo
 * (empty with title code `none`) and the doctor's text.
 */
export const answerPatientSchema = z.object({
  /** The newest request that the doctor saw; an answer without having seen a newer one is refused. */
  request_id: z.optional(givenIdSchema()),
  /** The last answer that the doctor saw: a deputy may have answered meanwhile. */
  last_answer_id: z.optional(z.nullable(givenIdSchema())),
  aufgabeTitel: optionalText(200),
  answer: requiredText('answerMissing', 20_000),
  /** The answer in plain words, for the patient. */
  plain_words: z.optional(optionalText(4000)),
  todo_content: z.optional(optionalText(4000)),
  deadline: z.optional(daySchema('deadlineMissing')),
  /** Only finished ones. Part of a final answer, and of other kinds only where `with_question_answers` says so. */
  question_answers: z.optional(z.array(questionAnswer).check(z.maxLength(100, 'tooMany'))),
  with_question_answers: z.optional(z.boolean()),
  measurements: z.optional(sentMeasurementsSchema),
  pins: z.optional(z.array(writtenPinSchema).check(z.maxLength(mostPins, 'tooMany'))),
  codes: z.optional(givenCodesSchema),
  ...z.partial(z.object(answerParts)).shape,
  draft: heldDraft,
});
export type AnswerPatient = z.infer<typeof answerPatientSchema>;

/** Reasons that prevent sending, and hints at what the patient may add first. */
export const missingHints = [
  'erasure_planned',
  'doctor_unavailable',
  'no_documents',
  'details_missing',
  'no_questions',
  'no_medication',
  'no_new_documents',
  'address_missing',
  'form_incomplete',
] as const;
export const requestPreviewSchema = z.object({
  doctor: pricedDoctorSchema,
  /** The personal details that the doctor sees. */
  patient: z.optional(
    z.pick(patientSchema, {
      first_name: true,
      last_name: true,
      gender: true,
      date_of_birth: true,
      street: true,
      house_number: true,
      zipcode: true,
      city: true,
      state: true,
      country: true,
      phone: true,
    }),
  ),
  /** The clinics of the doctor that take cases together. */
  pools: z.optional(z.array(poolClinicSchema)),
  new_documents: z.array(documentSchema),
  already_sent: z.int(),
  diagnosis: z.string(),
  medical_history: z.string(),
  anamnesis: anamnesisSchema,
  specialty_forms: z.optional(z.array(answeredFormSchema)),
  offered_form: z.optional(offeredFormSchema),
  /** The open questions, and the number of those answered before. */
  questions: z.array(z.string()),
  answered_questions: z.int(),
  missing: z.array(z.enum(missingHints)),
  /** Documents usually needed for this concern; empty without a rule, and once the case was sent. */
  usual: z.array(z.object({ document: z.enum(usualDocuments), there: z.boolean() })),
  answer_due_on: z.iso.date(),
  /** The person's health profile; null until one was saved. */
  health_profile: z.nullable(healthProfileSchema),
});
export type RequestPreview = z.infer<typeof requestPreviewSchema>;

export const requestRoutes = {
  sendToDoctor: defineRoute({
    method: 'POST',
    path: '/api/buttonaufgabe/patient/:id',
    documented: true,
    status: 201,
    summary: 'Send the case to the doctor',
    params: idParams,
    body: sendToDoctorSchema,
    response: requestSchema,
  }),
  answerPatient: defineRoute({
    method: 'POST',
    path: '/api/buttonaufgabe/doctor/:id/:answerValue/:titleValue',
    documented: true,
    status: 201,
    summary: 'Answer the patient',
    params: z.object({
      id: givenIdSchema(),
      answerValue: z.enum(answerOptions, 'selectOption'),
      titleValue: z.enum(todoTitles, 'selectOption'),
    }),
    body: answerPatientSchema,
    response: answerSchema,
  }),
  previewAnswerLetter: defineRoute({
    method: 'POST',
    path: '/api/process/:id/answers/:answerValue/:titleValue/letter.pdf',
    summary: 'The letter of an answer that could be sent now, a PDF file; nothing is sent or kept',
    params: z.object({
      id: givenIdSchema(),
      answerValue: z.enum(answerOptions, 'selectOption'),
      titleValue: z.enum(todoTitles, 'selectOption'),
    }),
    query: z.object({ language: z.optional(z.enum(locales)) }),
    body: answerPatientSchema,
    response: null,
  }),
  getMarkedMeasurements: defineRoute({
    method: 'GET',
    path: '/api/process/:id/measurements',
    summary: 'The measurements that the doctor marked for the next answer',
    params: idParams,
    response: markedForAnswerSchema,
  }),
  previewRequest: defineRoute({
    method: 'GET',
    path: '/api/process/:id/preview',
    summary: 'What the doctor would get with the next request',
    params: idParams,
    response: requestPreviewSchema,
  }),
  readAnswer: defineRoute({
    method: 'POST',
    path: '/api/answers/:id/read',
    summary: 'The patient has read the answer',
    params: idParams,
    response: answerSchema,
  }),
  confirmUnderstood: defineRoute({
    method: 'POST',
    path: '/api/answers/:id/understood',
    summary: 'The patient says that the answer was clear',
    params: idParams,
    response: answerSchema,
  }),
  acceptAppointment: defineRoute({
    method: 'POST',
    path: '/api/answers/:id/appointment',
    summary: 'Accept one of the proposed times',
    params: idParams,
    body: z.object({ starts_at: momentSchema }),
    response: answerSchema,
  }),
  cancelAppointment: defineRoute({
    method: 'DELETE',
    path: '/api/answers/:id/appointment',
    summary: 'Cancel the accepted appointment, as patient or doctor, up to its beginning',
    params: idParams,
    response: answerSchema,
  }),
  getAnswerLetter: defineRoute({
    method: 'GET',
    path: '/api/answers/:id/letter.pdf',
    summary: "The answer as a doctor's letter, a PDF/A file",
    params: idParams,
    query: z.object({ language: z.optional(z.enum(locales)) }),
    response: null,
  }),
  getAppointmentFile: defineRoute({
    method: 'GET',
    path: '/api/answers/:id/appointment.ics',
    summary: 'The accepted appointment, or that it was cancelled, as iCalendar',
    params: idParams,
    response: null,
  }),
};
