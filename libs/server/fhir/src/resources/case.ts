import type { CaseStatus, ProcessOverview } from '@konsil/contracts/cases';
import { anamnesisTopics } from '@konsil/contracts/codes';
import { topicText } from '@konsil/contracts/medication';
import type {
  Condition,
  Questionnaire,
  QuestionnaireResponse,
  QuestionnaireResponseItem,
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
/** While the patient has ended the sharing, nobody works on it; it may be shared again. */
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

/** The form of a case: the medical history, which the patient answers, and the questions to the doctor. */
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
