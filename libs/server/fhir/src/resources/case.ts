import type { CaseStatus, ProcessOverview } from '@konsil/contracts/cases';
import { anamnesisTopics } from '@konsil/contracts/codes';
import type { AnsweredForm, FormField } from '@konsil/contracts/form-fields';
import { yesNoCodes } from '@konsil/contracts/field-kinds';
import { answerInWords, decimalOf, labelIn, yesNoWord } from '@konsil/contracts/form-words';
import { topicText } from '@konsil/contracts/medication';
import type {
  Coding,
  Condition,
  Extension,
  Questionnaire,
  QuestionnaireItem,
  QuestionnaireResponse,
  QuestionnaireResponseItem,
  QuestionnaireResponseItemAnswer,
  Reference,
  ServiceRequest,
} from 'fhir/r4';
import { filled, named, referenceTo, versioned, type Telling } from '../telling.ts';
import { words } from '../words.ts';

export const patientOf = ({ patient }: Pick<ProcessOverview, 'patient'>): Reference =>
  referenceTo('Patient', patient.id, `${patient.first_name} ${patient.last_name}`);

const statuses: Record<CaseStatus, ServiceRequest['status']> = {
  draft: 'draft',
  with_doctor: 'active',
  with_patient: 'active',
  answered: 'completed',
  closed: 'completed',
};
/** On hold while the patient has ended the sharing, because it may be shared again. */
const statusOf = ({ status, shared }: ProcessOverview): ServiceRequest['status'] =>
  statuses[status] === 'active' && !shared ? 'on-hold' : statuses[status];

/** A case: what the patient asks the doctor for, with the notes of all its requests. Its id is the case's. */
export const toServiceRequest = (theCase: ProcessOverview, { locale }: Telling): ServiceRequest =>
  versioned<ServiceRequest>({
    resourceType: 'ServiceRequest',
    id: theCase.id,
    status: statusOf(theCase),
    intent: 'order',
    category: [{ text: words[locale].consultation }],
    code: { text: theCase.case_name },
    subject: patientOf(theCase),
    authoredOn: theCase.created_at,
    ...(filled(theCase.account_name) ? { requester: named(theCase.account_name) } : {}),
    performer: [referenceTo('Practitioner', theCase.doctor.id, theCase.doctor.name)],
    ...(theCase.answer_due_on ? { occurrencePeriod: { end: theCase.answer_due_on } } : {}),
    reasonCode: [{ text: theCase.diagnosis }],
    reasonReference: [referenceTo('Condition', theCase.id)],
    supportingInfo: [
      referenceTo('QuestionnaireResponse', theCase.id),
      ...theCase.documents.map(({ id, file_name }) => referenceTo('DocumentReference', id, file_name)),
    ],
    ...(theCase.requests.some(({ note }) => filled(note))
      ? {
          note: theCase.requests
            .filter(({ note }) => filled(note))
            .map(({ note, sent_at, sent_by }) => ({ text: note, time: sent_at, authorString: sent_by })),
        }
      : {}),
  });

/** The diagnosis as the patient states it: nobody has confirmed it. */
export const toCondition = (theCase: ProcessOverview): Condition =>
  versioned<Condition>({
    resourceType: 'Condition',
    id: theCase.id,
    verificationStatus: {
      coding: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/condition-ver-status',
          code: 'unconfirmed',
          display: 'Unconfirmed',
        },
      ],
    },
    category: [
      {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/condition-category',
            code: 'encounter-diagnosis',
            display: 'Encounter Diagnosis',
          },
        ],
      },
    ],
    code: { text: theCase.diagnosis },
    subject: patientOf(theCase),
    recordedDate: theCase.created_at,
  });

const formParts = ['medical_history', ...anamnesisTopics] as const;
type FormPart = (typeof formParts)[number];
const wordOf = (part: FormPart, { locale }: Telling): string =>
  part === 'medical_history' ? words[locale].medicalHistory : words[locale].anamnesis[part];
const textOf = (part: FormPart, theCase: ProcessOverview): string =>
  part === 'medical_history' ? theCase.medical_history : topicText(theCase.anamnesis, part);

const itemTypes: Record<FormField['kind'], QuestionnaireItem['type']> = {
  text: 'string',
  long_text: 'text',
  number: 'decimal',
  date: 'date',
  one_of: 'choice',
  several_of: 'choice',
  yes_no: 'choice',
};
const extension = 'http://hl7.org/fhir/StructureDefinition/';
/** The limits and the unit of a number. */
const numberExtensions = ({ min, max, unit }: FormField): Extension[] => [
  ...(min ? [{ url: `${extension}minValue`, valueDecimal: decimalOf(min) }] : []),
  ...(max ? [{ url: `${extension}maxValue`, valueDecimal: decimalOf(max) }] : []),
  ...(unit ? [{ url: `${extension}questionnaire-unit`, valueCoding: { display: unit } }] : []),
];
/** The choices of a field, by id and label. */
const choicesOf = (field: FormField, { locale }: Telling): Coding[] =>
  field.kind === 'yes_no'
    ? yesNoCodes.map((code) => ({ code, display: yesNoWord(code, locale) }))
    : field.choices.map((choice) => ({ code: choice.id, display: labelIn(choice, locale).text }));
const fieldItem = (field: FormField, telling: Telling): QuestionnaireItem => {
  const choices = choicesOf(field, telling);
  const extensions = numberExtensions(field);
  return {
    ...(extensions.length > 0 && { extension: extensions }),
    linkId: field.id,
    text: labelIn(field, telling.locale).text,
    type: itemTypes[field.kind],
    required: field.required,
    ...(field.kind === 'several_of' && { repeats: true }),
    ...(choices.length > 0 && { answerOption: choices.map((valueCoding) => ({ valueCoding })) }),
  };
};
const fieldAnswers = (field: FormField, form: AnsweredForm, telling: Telling): QuestionnaireResponseItemAnswer[] => {
  const given = form.answers[field.id];
  if (given === undefined) return [];
  if (field.kind === 'number') return [{ valueDecimal: decimalOf(String(given)) }];
  if (field.kind === 'date') return [{ valueDate: String(given) }];
  const choices = choicesOf(field, telling);
  if (choices.length === 0) return [{ valueString: String(given) }];
  return [given]
    .flat()
    .flatMap((code) => choices.filter((choice) => choice.code === code))
    .map((valueCoding) => ({ valueCoding }));
};
/** The group of a doctor's own form, by its doctor and the version that was answered. */
const groupOf = ({ doctor, version }: AnsweredForm, { locale }: Telling) => ({
  linkId: `form-${doctor.id}-${version}`,
  text: words[locale].specialtyForm(doctor.name),
});
const answeredFields = (form: AnsweredForm, telling: Telling) =>
  form.fields.filter((field) => answerInWords(field, form.answers, telling.locale) !== '');

/** The form of a case: the medical history and the doctors' own forms, which the patient answers, and the questions to the doctor. */
export const toQuestionnaire = (theCase: ProcessOverview, telling: Telling): Questionnaire =>
  versioned<Questionnaire>({
    resourceType: 'Questionnaire',
    id: theCase.id,
    status: 'active',
    title: theCase.case_name,
    subjectType: ['Patient'],
    date: theCase.created_at,
    item: [
      ...formParts.map((part) => ({ linkId: part, text: wordOf(part, telling), type: 'text' as const })),
      ...(theCase.specialty_forms ?? []).map((form) => ({
        ...groupOf(form, telling),
        type: 'group' as const,
        item: form.fields.map((field) => fieldItem(field, telling)),
      })),
      ...(theCase.questions.length > 0
        ? [
            {
              linkId: 'questions',
              text: words[telling.locale].questions,
              type: 'group' as const,
              item: theCase.questions.map(({ id, text }) => ({ linkId: id, text, type: 'text' as const })),
            },
          ]
        : []),
    ],
  });

/** The answers to that form: the history by the patient's side, the questions by the doctor. */
export const toQuestionnaireResponse = (theCase: ProcessOverview, telling: Telling): QuestionnaireResponse => {
  const answered = (linkId: string, text: string, answer: string | null): QuestionnaireResponseItem => ({
    linkId,
    text,
    ...(filled(answer) ? { answer: [{ valueString: answer }] } : {}),
  });
  return versioned<QuestionnaireResponse>({
    resourceType: 'QuestionnaireResponse',
    id: theCase.id,
    questionnaire: `${telling.base}/Questionnaire/${theCase.id}`,
    basedOn: [referenceTo('ServiceRequest', theCase.id)],
    status: theCase.questions.every(({ answer }) => filled(answer)) ? 'completed' : 'in-progress',
    subject: patientOf(theCase),
    item: [
      ...formParts
        .filter((part) => filled(textOf(part, theCase)))
        .map((part) => answered(part, wordOf(part, telling), textOf(part, theCase))),
      ...(theCase.specialty_forms ?? []).map((form) => ({
        ...groupOf(form, telling),
        item: answeredFields(form, telling).map((field) => ({
          linkId: field.id,
          text: labelIn(field, telling.locale).text,
          answer: fieldAnswers(field, form, telling),
        })),
      })),
      ...(theCase.questions.length > 0
        ? [
            {
              linkId: 'questions',
              text: words[telling.locale].questions,
              item: theCase.questions.map(({ id, text, answer }) => answered(id, text, answer)),
            },
          ]
        : []),
    ],
  });
};
