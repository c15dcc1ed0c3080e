import { serverNow } from '@konsil/api/server-clock';
import { answerComplaints, partsThatTravel, takesQuestionAnswers } from '@konsil/contracts/answer-rules';
import type { Question } from '@konsil/contracts/cases';
import { answerOptions, proposesTimes, rulesOf, type AnswerOption } from '@konsil/contracts/answer-options';
import { todoTitles, todoTitleLabels } from '@konsil/contracts/codes';
import { practiceDay, practiceMoment } from '@konsil/contracts/practice-time';
import { medicalCodeSchema, toGivenCode } from '@konsil/contracts/medical-codes';
import { pinPlaceSchema } from '@konsil/contracts/pins';
import { hasPin } from '@konsil/contracts/pinned-text';
import { answerPatientSchema, ofWrittenParts, type AnswerPatient } from '@konsil/contracts/requests';
import { usualDeadline } from '@konsil/todos';
import * as z from 'zod/mini';

/** The fields of one kind of answer, which other kinds do not send. */
const kindFields = z.object({
  /** For non-final kinds: send finished question answers along. */
  with_question_answers: z.boolean(),
  answer: z.string(),
  plain_words: z.string(),
  todo_title: z.enum(todoTitles),
  todo_other: z.string(),
  todo_content: z.string(),
  deadline: z.string(),
  ...ofWrittenParts(() => z.string()),
  recommended_doctor_id: z.string(),
  /** `YYYY-MM-DDTHH:mm` from a datetime-local field, in the practice's time zone. */
  appointments: z.array(z.object({ at: z.string() })),
  appointment_place: z.string(),
});
type KindForm = z.infer<typeof kindFields>;

/** The form values. The contract validates what would be sent. */
const fields = z.object({
  option: z.enum(answerOptions, 'selectOption'),
  /** New answers by question id, for any kind of answer; a question without one keeps its earlier answer. */
  question_answers: z.record(z.string(), z.string()),
  /** The same answers in plain words, by question id. */
  question_plain_words: z.record(z.string(), z.string()),
  /** Which answers are marked as finished; only those are sent. */
  finished: z.record(z.string(), z.boolean()),
  /** False for a marked measurement that the doctor deselected for this answer. */
  measurements: z.record(z.string(), z.boolean()),
  /** Places that the texts point at by number. */
  pins: z.array(z.object({ number: z.number(), words: z.string(), place: pinPlaceSchema })),
  /** Diagnoses and procedures by code, for any kind of answer. */
  codes: z.array(medicalCodeSchema),
  /** The drafts of the other kinds. */
  others: z.partialRecord(z.enum(answerOptions), kindFields),
  ...kindFields.shape,
});
export type AnswerForm = z.infer<typeof fields>;
/** A form draft by another author; unvalidated, so fields may be missing or of any type. */
export const otherAnswerDraft = z.partial(fields);

export const emptyKind: KindForm = {
  with_question_answers: false,
  answer: '',
  plain_words: '',
  todo_title: 'none',
  todo_other: '',
  todo_content: '',
  deadline: '',
  ...ofWrittenParts(() => ''),
  recommended_doctor_id: '',
  appointments: [{ at: '' }],
  appointment_place: '',
};
export const emptyAnswer: AnswerForm = {
  option: answerOptions[0],
  question_answers: {},
  question_plain_words: {},
  finished: {},
  measurements: {},
  pins: [],
  codes: [],
  others: {},
  ...emptyKind,
};

/** True for a date. An invalid one is kept in the form as typed. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

const kindOf = (form: AnswerForm): KindForm =>
  Object.fromEntries(Object.keys(emptyKind).map((name) => [name, form[name as keyof KindForm]])) as KindForm;

/** True if anything was written for a kind of answer; a mere ToDo choice or date does not count. */
const isWrittenKind = ({
  with_question_answers: _along,
  todo_title: _title,
  deadline: _deadline,
  appointments,
  ...texts
}: KindForm): boolean => [...Object.values(texts), ...appointments.map(({ at }) => at)].some((text) => text.trim());

/**
 * Switches the kind of answer: keeps what was written for the previous one, and restores what was written for the new
 * one.
 */
export const changeKind = (form: AnswerForm, option: AnswerOption): AnswerForm => {
  const { [option]: begun, ...others } = form.others;
  const before = kindOf(form);
  return {
    ...form,
    ...emptyKind,
    todo_title: rulesOf(option).todo,
    deadline: rulesOf(option).todo === 'none' ? '' : usualDeadline(),
    ...begun,
    option,
    others: { ...others, ...(form.option !== option && isWrittenKind(before) ? { [form.option]: before } : {}) },
  };
};

/** True if anything was written into the form. */
export const hasContent = (form: AnswerForm): boolean =>
  isWrittenKind(kindOf(form)) ||
  questionTextsOf(form).some((text) => text.trim()) ||
  form.codes.length > 0 ||
  Object.keys(form.others).length > 0;

/** Other kinds of answer that have a draft. */
export const otherDrafts = ({ others }: Pick<AnswerForm, 'others'>): AnswerOption[] =>
  answerOptions.filter((option) => others[option] !== undefined);

/** The parts of the form with answers to questions. */
type QuestionTexts = Pick<AnswerForm, 'question_answers' | 'question_plain_words'>;
const questionTextsOf = ({ question_answers: answers, question_plain_words: plain }: QuestionTexts): string[] => [
  ...Object.values(answers),
  ...Object.values(plain),
];
const plainWordsOf = ({ question_plain_words: plain }: QuestionTexts, { id }: Pick<Question, 'id'>): string =>
  plain[id]?.trim() ?? '';

/**
 * The new answer to a question; empty if the earlier one stays. New plain-language text is sent with the text that it
 * explains.
 */
export const newAnswerText = (form: QuestionTexts, question: Question): string => {
  const text = form.question_answers[question.id]?.trim() ?? '';
  return text === question.answer && !plainWordsOf(form, question) ? '' : text;
};

/** The state of a question's new answer. */
export const stateOf = (
  form: QuestionTexts & Pick<AnswerForm, 'finished'>,
  question: Question,
): 'none' | 'begun' | 'finished' => {
  // Plain words alone answer no question, and are not dropped.
  if (!newAnswerText(form, question)) return plainWordsOf(form, question) ? 'begun' : 'none';
  return form.finished[question.id] ? 'finished' : 'begun';
};

/** Numbers of the questions whose answers are sent, and of those that stay. */
export const questionsOf = (form: AnswerForm, questions: readonly Question[]): { go: number[]; stay: number[] } => {
  const numbersOf = (which: (question: Question) => boolean) =>
    questions.flatMap((question, index) => (which(question) ? [index + 1] : []));
  const takes = takesQuestionAnswers(form.option, form);
  const goes = (question: Question) => takes && stateOf(form, question) === 'finished';
  return { go: numbersOf(goes), stay: numbersOf((question) => stateOf(form, question) !== 'none' && !goes(question)) };
};

/** The part that remains a draft after sending; null if none does. */
export const draftAfter = (form: AnswerForm, questions: readonly Question[]): AnswerForm | null => {
  const { stay } = questionsOf(form, questions);
  const left = questions.filter((_, index) => stay.includes(index + 1));
  const [next] = otherDrafts(form);
  if (!next && left.length === 0) return null;
  const kept = <T>(all: Record<string, T>) =>
    Object.fromEntries(left.flatMap(({ id }) => (all[id] === undefined ? [] : [[id, all[id]]])));
  const empty = {
    ...emptyAnswer,
    others: form.others,
    question_answers: kept(form.question_answers),
    question_plain_words: kept(form.question_plain_words),
    finished: kept(form.finished),
    // Pins of the remaining texts keep their numbers.
    pins: form.pins.filter(({ number }) =>
      [
        ...Object.values(kept(form.question_answers)),
        ...Object.values(kept(form.question_plain_words)),
        ...Object.values(form.others).flatMap((kind) => textsOf(kind)),
      ].some((text) => hasPin(text, number)),
    ),
  };
  return next ? changeKind(empty, next) : empty;
};

/** The entered times in the practice's zone, with their index in the form. */
const timesOf = ({ appointments }: AnswerForm) =>
  appointments.flatMap(({ at }, index) => {
    const moment = practiceMoment(at);
    return moment ? [{ index, moment: moment.toISOString() }] : [];
  });

/** The text fields of a kind of answer that may contain pins. */
const pointing = ['answer', 'plain_words', 'reason', 'next_step'] as const;
type KindTexts = Pick<KindForm, (typeof pointing)[number]>;
const textsOf = (kind: KindTexts | undefined): string[] => (kind ? pointing.map((name) => kind[name]) : []);

/**
 * The number of the next pin. It is unused in drafts and editable answers, so that no old reference points to the new
 * pin.
 */
export const nextPinNumber = (form: AnswerForm, questions: readonly Question[]): number => {
  const texts = [
    ...[form, ...Object.values(form.others)].flatMap(textsOf),
    ...questionTextsOf(form),
    ...questions.map(({ answer }) => answer ?? ''),
  ];
  let number = Math.max(0, ...form.pins.map((pin) => pin.number)) + 1;
  while (texts.some((text) => hasPin(text, number))) number += 1;
  return number;
};

/** The texts, the drafts of the other kinds, and the pins without one pin. */
export const withoutPin = (form: AnswerForm, number: number) => {
  const without = (text: string) => text.replaceAll(` [${number}]`, '').replaceAll(`[${number}]`, '');
  const ofQuestions = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, without(text)]));
  const ofKind = ({ answer, plain_words, reason, next_step }: KindTexts): KindTexts => ({
    answer: without(answer),
    plain_words: without(plain_words),
    reason: without(reason),
    next_step: without(next_step),
  });
  return {
    ...ofKind(form),
    question_answers: ofQuestions(form.question_answers),
    question_plain_words: ofQuestions(form.question_plain_words),
    others: Object.fromEntries(
      Object.entries(form.others).map(([option, kind]) => [option, { ...kind, ...ofKind(kind) }]),
    ) as AnswerForm['others'],
    pins: form.pins.filter((pin) => pin.number !== number),
  };
};

/** The pins whose numbers are in a text that is sent. */
export const pinsOf = (form: AnswerForm, { question_answers = [], ...sent }: AnswerPatient): AnswerForm['pins'] => {
  const texts = [
    ...pointing.map((name) => sent[name] ?? ''),
    ...question_answers.flatMap((one) => [one.text, one.plain_words ?? '']),
  ];
  return form.pins.filter(({ number }) => texts.some((text) => hasPin(text, number)));
};

/** The request body: only what is new, finished, and part of the chosen option. */
export function toWire(form: AnswerForm, questions: readonly Question[]): AnswerPatient {
  const { go } = questionsOf(form, questions);
  const { recommended_doctor_id, with_question_answers, plain_words, ...written } = kindOf(form);
  const whole = {
    ...written,
    aufgabeTitel: form.todo_title === 'other' ? form.todo_other : todoTitleLabels[form.todo_title],
    question_answers: questions
      .filter((_, index) => go.includes(index + 1))
      .map((question) => {
        const plain = plainWordsOf(form, question);
        return {
          question_id: question.id,
          question: question.text,
          text: newAnswerText(form, question),
          ...(plain && { plain_words: plain }),
        };
      }),
    ...(with_question_answers && rulesOf(form.option).questions === 'chosen' && { with_question_answers }),
    ...(plain_words.trim() && { plain_words }),
    ...(recommended_doctor_id && { recommended_doctor_id }),
    appointments: timesOf(form).map(({ moment }) => moment),
  };
  const sent = partsThatTravel(whole, form.option, form.todo_title);
  const pins = pinsOf(form, sent);
  return {
    ...sent,
    ...(pins.length > 0 ? { pins } : {}),
    ...(form.codes.length > 0 ? { codes: form.codes.map(toGivenCode) } : {}),
  };
}

type Complaint = { path: (string | number)[]; message: string };

/** The form field of an error in the contract. */
const placeOf = (
  form: AnswerForm,
  wire: AnswerPatient,
  [name, part, member]: readonly PropertyKey[],
): Complaint['path'] => {
  if (name === 'aufgabeTitel') return ['todo_other'];
  if (name === 'appointments') return ['appointments', timesOf(form)[Number(part ?? 0)]?.index ?? 0, 'at'];
  // By id if it is open, otherwise by index in the body.
  if (name === 'question_answers')
    return [
      member === 'plain_words' ? 'question_plain_words' : 'question_answers',
      wire.question_answers?.[Number(part)]?.question_id ?? String(part),
    ];
  if (name === 'codes' && member === 'certainty') return ['codes', Number(part), 'certainty'];
  return [String(name)];
};

/** All errors that prevent sending, at their fields, once each. */
export function answerFormErrors(
  form: AnswerForm,
  questions: readonly Question[],
  now = new Date(serverNow()),
): Complaint[] {
  const wire = toWire(form, questions);
  const states = questions.map(({ id, answer }) => ({ id, answered: answer !== null }));
  const found = [
    ...(answerPatientSchema.safeParse(wire).error?.issues ?? []),
    ...answerComplaints(wire, {
      option: form.option,
      title: form.todo_title,
      questions: states,
      now,
      today: practiceDay(now),
    }).map(({ path, code }) => ({ path, message: code })),
  ].map(({ path, message }) => ({ path: placeOf(form, wire, path), message }));
  // A date without a time has an empty value, too, and would not be proposed.
  const incomplete =
    proposesTimes(form.option) && timesOf(form).length > 0
      ? form.appointments.flatMap(({ at }, index) =>
          at ? [] : [{ path: ['appointments', index, 'at'], message: 'appointmentIncomplete' }],
        )
      : [];
  const skipped = proposesTimes(form.option)
    ? form.appointments.flatMap(({ at }, index) =>
        at && !practiceMoment(at) ? [{ path: ['appointments', index, 'at'], message: 'appointmentNotThere' }] : [],
      )
    : [];
  // A final answer allows no unfinished question.
  const begun =
    rulesOf(form.option).questions === 'all'
      ? questions
          .filter((question) => stateOf(form, question) === 'begun')
          .map(({ id }) => ({ path: ['question_answers', id], message: 'questionUnfinished' }))
      : [];
  const all: Complaint[] = [...begun, ...skipped, ...found, ...incomplete];
  return all.filter(({ path }, index) => all.findIndex((other) => other.path.join() === path.join()) === index);
}

/** The form's schema: the contract's rules for its answer to these questions. */
export const answerFormSchema = (questions: readonly Question[]) =>
  fields.check((context) => {
    for (const { path, message } of answerFormErrors(context.value, questions))
      context.issues.push({ code: 'custom', input: context.value, path, message });
  });
