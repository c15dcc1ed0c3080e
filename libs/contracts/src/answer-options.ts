import { hasVisibleText } from './visible-text.ts';
import type { NextStep } from './next-step.ts';
import type { AnswerPart, AnswerPatient } from './requests.ts';
import type { TodoTitle } from './codes.ts';

type AnswerFault =
  | 'reasonMissing'
  | 'nextStepMissing'
  | 'recommendationMissing'
  | 'appointmentMissing'
  | 'appointmentPast'
  | 'appointmentTwice'
  | 'titleMissing'
  | 'deadlineMissing'
  | 'deadlinePast'
  | 'answersNotAsked'
  | 'questionOpen'
  | 'invalid';

/** A complaint and its field of the answer; an open question is named by its id. */
export interface AnswerComplaint {
  path: (string | number)[];
  code: AnswerFault;
}
export const answerFault = (code: AnswerFault, ...path: (string | number)[]): AnswerComplaint => ({ path, code });

/** All differences between answer options, except their texts (docs/decisions/answer-options.md). */
export type AnswerRules = {
  /** The default ToDo. */
  todo: TodoTitle;
  /** The fields of the answer besides text, ToDo and answers to questions; an error code makes a field required. */
  parts: { readonly [P in AnswerPart]?: AnswerFault | 'optional' };
  /** The condition that its parts must fulfil together. */
  check?: (form: AnswerPatient, now: Date) => AnswerComplaint[];
  /** True if it answers every question of the case, or those that the doctor chooses to send. */
  questions: 'all' | 'chosen';
  /** The notification to the patient. */
  comesAs: 'answer' | 'question';
  /** The patient's message that returns the case to the doctor, and its effect on the ToDo. */
  reply: { when: 'always' | 'without_documents'; todo: 'completed' | 'dropped' | 'kept' } | null;
  /** True if the patient then hands the case over to another doctor. */
  handsOver: boolean;
} & (
  | { leaves: 'answered' }
  /** The patient must act next. `late` applies once all proposed times are past. */
  | { leaves: 'with_patient'; next: NextStep & { late?: NextStep } }
);

/** An error if a required text is empty. */
export const requiredTextFault = (value: string | undefined, path: string, code: AnswerFault): AnswerComplaint[] =>
  hasVisibleText(value ?? '') ? [] : [{ path: [path], code }];

const checkTimes = ({ appointments = [] }: AnswerPatient, now: Date): AnswerComplaint[] => [
  ...(appointments.length === 0 ? [answerFault('appointmentMissing', 'appointments')] : []),
  ...appointments.flatMap((at, index) =>
    new Date(at) <= now ? [answerFault('appointmentPast', 'appointments', index)] : [],
  ),
  ...appointments.flatMap((at, index) =>
    appointments.slice(0, index).some((before) => Date.parse(before) === Date.parse(at))
      ? [answerFault('appointmentTwice', 'appointments', index)]
      : [],
  ),
];

/** The answer options in display order (docs/product.md section 1, docs/glossary.md). */
export const answerRules = {
  final_answer: {
    leaves: 'answered',
    todo: 'none',
    parts: {},
    questions: 'all',
    comesAs: 'answer',
    reply: null,
    handsOver: false,
  },
  question_to_patient: {
    leaves: 'with_patient',
    next: { key: 'answerQuestion', place: 'message' },
    todo: 'answer_question',
    parts: {},
    questions: 'chosen',
    comesAs: 'question',
    reply: { when: 'always', todo: 'completed' },
    handsOver: false,
  },
  further_documents_needed: {
    leaves: 'with_patient',
    next: { key: 'uploadMore', place: 'upload' },
    todo: 'upload_documents',
    parts: {},
    questions: 'chosen',
    comesAs: 'answer',
    reply: { when: 'without_documents', todo: 'dropped' },
    handsOver: false,
  },
  unable_to_do_anything: {
    leaves: 'answered',
    todo: 'none',
    parts: { reason: 'reasonMissing', next_step: 'nextStepMissing' },
    questions: 'chosen',
    comesAs: 'answer',
    reply: null,
    handsOver: false,
  },
  recommendation_different_physician: {
    leaves: 'answered',
    todo: 'see_doctor',
    parts: { recommended_doctor_id: 'optional', recommended_specialty: 'optional' },
    check: ({ recommended_doctor_id, recommended_specialty }) =>
      requiredTextFault(
        recommended_doctor_id || recommended_specialty,
        'recommended_specialty',
        'recommendationMissing',
      ),
    questions: 'chosen',
    comesAs: 'answer',
    reply: null,
    handsOver: true,
  },
  schedule_appointment: {
    leaves: 'with_patient',
    next: {
      key: 'chooseAppointment',
      place: 'answer',
      late: { key: 'newAppointment', place: 'message' },
    },
    todo: 'book_appointment',
    parts: { appointments: 'optional', appointment_place: 'optional' },
    check: checkTimes,
    questions: 'chosen',
    comesAs: 'answer',
    // Proposed times stay available until they pass or the doctor answers again.
    reply: { when: 'always', todo: 'kept' },
    handsOver: false,
  },
} as const satisfies Record<string, AnswerRules>;

export type AnswerOption = keyof typeof answerRules;
export const answerOptions = Object.keys(answerRules) as [AnswerOption, ...AnswerOption[]];
/** The rules of an answer option. */
export const rulesOf = (option: AnswerOption): AnswerRules => answerRules[option];
/** The answer options that meet a condition. */
export const optionsThat = (applies: (rules: AnswerRules) => boolean): AnswerOption[] =>
  answerOptions.filter((option) => applies(rulesOf(option)));

/** True if a part belongs to an answer option. */
export const optionHasPart = (option: AnswerOption, part: AnswerPart): boolean => part in answerRules[option].parts;
/** True if the patient chooses from times that the answer proposes. */
export const proposesTimes = (option: AnswerOption): boolean => optionHasPart(option, 'appointments');

/** The errors in the parts of an answer. */
export const partComplaints = (form: AnswerPatient, option: AnswerOption, now: Date): AnswerComplaint[] => {
  const { parts, check } = rulesOf(option);
  return [
    ...Object.entries(parts).flatMap(([part, code]) =>
      code === 'optional' ? [] : requiredTextFault(String(form[part as AnswerPart] ?? ''), part, code),
    ),
    ...(check?.(form, now) ?? []),
  ];
};
