import type { FhirSearchType } from '@konsil/contracts/fhir';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Doctor } from '@konsil/contracts/doctors';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import { caseResource, loadCase } from '@konsil/server-domain/access/loaders';
import { can } from '@konsil/server-domain/access/access';
import { inPatient } from '@konsil/server-domain/access/addresses';
import { askFor } from '@konsil/server-domain/http/route';
import { listDoctors } from '@konsil/server-domain/doctors/doctors.queries';
import { listCases } from '@konsil/server-consultation/cases/case-list.queries';
import { lastChanges } from '@konsil/server-documents/last-changes';
import { listMessages } from '@konsil/server-messages/messages.queries';
import { listPatients } from '@konsil/server-patients/patient-list.queries';
import { listAccesses } from '@konsil/server-privacy/access-log.queries';
import { listConsents } from '@konsil/server-privacy/consents.queries';
import { listTodos } from '@konsil/server-todos/todos.queries';
import type { FhirResource, Reference } from 'fhir/r4';
import { casesOf, openedCase, type Calling } from './calling.ts';
import { readById } from './read-by-id.ts';
import { toAllergyIntolerance } from './resources/allergies.ts';
import { toComposition, toDiagnosticReport } from './resources/answer.ts';
import { toCondition, toQuestionnaire, toQuestionnaireResponse, toServiceRequest } from './resources/case.ts';
import { toCodedConditions, toProcedures } from './resources/codes.ts';
import { toDocumentReference, toImagingStudies, toProvenance, type Belonging } from './resources/documents.ts';
import { toCommunication, toTask } from './resources/exchange.ts';
import { toMedicationStatements } from './resources/medication.ts';
import { toPractitioner, toPractitionerRole } from './resources/people.ts';
import { toAuditEvent, toConsent } from './resources/privacy.ts';
import type { Telling } from './telling.ts';

/** One page of a list of the product, with the cursor of the next one. */
export interface ListPage {
  resources: FhirResource[];
  next: string | null;
  total: number;
}
interface ListQuery {
  limit: string;
  cursor?: string;
  archived: 'true' | 'false';
}
/** The parameters that hold a date, by their names in R4. */
export type DateName =
  | 'date'
  | 'sent'
  | 'authored'
  | 'authored-on'
  | 'issued'
  | 'started'
  | 'recorded'
  | 'recorded-date';

/** How a type is searched: all at once, by patient by default, or page by page without a patient. */
export interface FhirSearch {
  all: (calling: Calling, patientId: string | undefined) => Promise<FhirResource[]>;
  needsPatient: boolean;
  /** True if `patient` and `subject` filter it. */
  byPatient: boolean;
  page?: (calling: Calling, query: ListQuery) => Promise<ListPage>;
  /** The number of resources in one of the two lists of `page`; opens none of them. */
  number?: (calling: Calling, archived: ListQuery['archived']) => Promise<number>;
  /** Page by page for one patient, instead of `all`: for a list that is too long to build at once. */
  pageOfPatient?: (calling: Calling, patientId: string, query: Omit<ListQuery, 'archived'>) => Promise<ListPage>;
  /** The dates, each by where a resource has it. */
  dates: Partial<Record<DateName, string>>;
  hasStatus: boolean;
  /** True if its resources have a last-changed time. Other types consist of records that do not store it. */
  hasLastUpdated: boolean;
  /** Resources that `_include` adds. */
  includes: readonly IncludeName[];
}

export const includeNames = ['patient', 'subject', 'performer', 'based-on', 'related'] as const;
export type IncludeName = (typeof includeNames)[number];
type Referring = Partial<Record<'subject' | 'patient' | 'for' | 'context', Reference & { related?: Reference[] }>> &
  Partial<Record<'performer' | 'basedOn', Reference[]>>;
const subjectOf = ({ subject, patient, for: whom }: Referring) =>
  [subject ?? patient ?? whom].flatMap((one) => one ?? []);
/** References of a resource, by the name of the search parameter. */
export const referencesOf: Record<IncludeName, (resource: Referring) => Reference[]> = {
  patient: subjectOf,
  subject: subjectOf,
  performer: ({ performer = [] }) => performer,
  'based-on': ({ basedOn = [] }) => basedOn,
  related: ({ context }) => context?.related ?? [],
};

const usual = {
  needsPatient: true,
  byPatient: true,
  dates: {},
  hasStatus: false,
  hasLastUpdated: false,
  includes: ['patient', 'subject'],
} as const satisfies Partial<FhirSearch>;

const fromCases =
  (
    make: (
      theCase: ProcessOverview,
      telling: Telling,
      calling: Calling,
    ) => (FhirResource | null)[] | Promise<FhirResource[]>,
  ): FhirSearch['all'] =>
  async (calling, patientId = '') => {
    const resources: FhirResource[] = [];
    for (const id of await casesOf(calling, patientId)) {
      const theCase = await openedCase(calling, id);
      if (!theCase) continue;
      const made = await make(theCase, calling.telling, calling);
      resources.push(...made.flatMap((resource) => resource ?? []));
    }
    return resources;
  };
const fromDocuments = (
  make: (document: ProcessOverview['documents'][number], belonging: Belonging, telling: Telling) => FhirResource[],
) =>
  fromCases(async ({ id, patient, documents }, telling, { tx }) => {
    const changes = await lastChanges(
      tx,
      documents.map((document) => document.id),
    );
    return documents.flatMap((document) =>
      make(document, { patientId: patient.id, caseId: id, changedAt: changes.get(document.id) }, telling),
    );
  });

/** Everything of a list of the product that each case of a patient has. */
const fromLists =
  <T>(
    action: 'message.read' | 'todo.read',
    list: (
      calling: Calling,
      query: { limit: string; cursor?: string },
      theCase: CaseRow,
    ) => Promise<{ items: T[]; next_cursor: string | null }>,
    make: (item: T, telling: Telling) => FhirResource,
  ): FhirSearch['all'] =>
  async (calling, patientId = '') => {
    const resources: FhirResource[] = [];
    for (const caseId of await casesOf(calling, patientId)) {
      const theCase = await loadCase(calling.tx, caseId, false);
      if (!theCase || !can(calling.actor, 'case', 'read', caseResource(theCase))) continue;
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list(
          calling,
          { limit: '200', ...(cursor ? { cursor } : {}) },
          theCase,
        );
        resources.push(...page.items.map((item) => make(item, calling.telling)));
        cursor = page.next_cursor;
      } while (cursor);
      calling.record({ action, result: 'allowed', patientId, caseId });
    }
    return resources;
  };

const ofDirectory =
  (make: (doctor: Doctor) => FhirResource): FhirSearch['all'] =>
  async ({ tx }) =>
    (await listDoctors(tx)).map((doctor) => make(doctor));

/**
 * The consents to send a case to a doctor. The general consent is about the account, which is not a patient in FHIR.
 */
const consents: FhirSearch['all'] = async (calling, patientId) => {
  const resources: FhirResource[] = [];
  for (const consent of await listConsents(calling)) {
    const { case_id } = consent;
    const theCase = case_id ? await loadCase(calling.tx, case_id, false) : null;
    if (!theCase || !case_id || (patientId && theCase.patientId !== patientId)) continue;
    if (!can(calling.actor, 'case', 'read', caseResource(theCase))) continue;
    resources.push(toConsent({ ...consent, case_id }, { reference: `Patient/${theCase.patientId}` }));
  }
  return resources;
};

const accesses: FhirSearch['pageOfPatient'] = async (calling, patientId, query) => {
  const found = await askFor(calling.tx, calling.actor, inPatient('readAudit'), patientId, { locked: false });
  calling.record(...found.records);
  if (!found.things) return { resources: [], next: null, total: 0 };
  const { items, next_cursor, total } = await listAccesses(calling, found.things.thePatient, query);
  return { resources: items.map((entry) => toAuditEvent(entry, calling.telling)), next: next_cursor, total };
};

export const searches: Record<FhirSearchType, FhirSearch> = {
  Patient: {
    ...usual,
    needsPatient: false,
    byPatient: false,
    includes: [],
    all: async () => [],
    page: async (calling, query) => {
      const { items, next_cursor, total } = await listPatients(calling, { sort: 'activity', ...query });
      const resources: FhirResource[] = [];
      for (const { id } of items) {
        const patient = await readById(calling, 'Patient', id);
        if (patient) resources.push(patient);
      }
      return { resources, next: next_cursor, total };
    },
    number: async (calling, archived) =>
      (await listPatients(calling, { sort: 'activity', limit: '1', archived })).total,
  },
  Practitioner: { ...usual, needsPatient: false, byPatient: false, includes: [], all: ofDirectory(toPractitioner) },
  PractitionerRole: {
    ...usual,
    needsPatient: false,
    byPatient: false,
    includes: [],
    all: ofDirectory(toPractitionerRole),
  },
  ServiceRequest: {
    ...usual,
    needsPatient: false,
    dates: { authored: 'authoredOn' },
    hasStatus: true,
    includes: ['patient', 'subject', 'performer'],
    all: fromCases((theCase, telling) => [toServiceRequest(theCase, telling)]),
    page: async (calling, query) => {
      const { items, next_cursor, total } = await listCases(calling, { sort: 'activity', ...query });
      const resources: FhirResource[] = [];
      for (const { id } of items) {
        const theCase = await openedCase(calling, id);
        if (theCase) resources.push(toServiceRequest(theCase, calling.telling));
      }
      return { resources, next: next_cursor, total };
    },
    number: async (calling, archived) => (await listCases(calling, { sort: 'activity', limit: '1', archived })).total,
  },
  Task: {
    ...usual,
    dates: { 'authored-on': 'authoredOn' },
    hasStatus: true,
    includes: ['patient', 'subject', 'based-on'],
    all: fromLists('todo.read', listTodos, toTask),
  },
  Communication: {
    ...usual,
    dates: { sent: 'sent' },
    hasStatus: true,
    hasLastUpdated: true,
    includes: ['patient', 'subject', 'based-on'],
    all: fromLists('message.read', listMessages, toCommunication),
  },
  DocumentReference: {
    ...usual,
    dates: { date: 'date' },
    hasStatus: true,
    hasLastUpdated: true,
    includes: ['patient', 'subject', 'related'],
    all: fromDocuments((document, belonging, telling) => [toDocumentReference(document, belonging, telling)]),
  },
  ImagingStudy: {
    ...usual,
    dates: { started: 'started' },
    hasStatus: true,
    hasLastUpdated: true,
    all: fromDocuments(toImagingStudies),
  },
  Questionnaire: {
    ...usual,
    dates: { date: 'date' },
    hasStatus: true,
    includes: [],
    all: fromCases((theCase, telling) => [toQuestionnaire(theCase, telling)]),
  },
  QuestionnaireResponse: {
    ...usual,
    hasStatus: true,
    includes: ['patient', 'subject', 'based-on'],
    all: fromCases((theCase, telling) => [toQuestionnaireResponse(theCase, telling)]),
  },
  DiagnosticReport: {
    ...usual,
    dates: { date: 'effectiveDateTime', issued: 'issued' },
    hasStatus: true,
    hasLastUpdated: true,
    includes: ['patient', 'subject', 'based-on'],
    all: fromCases((theCase, telling) => theCase.answers.map((answer) => toDiagnosticReport(answer, theCase, telling))),
  },
  Composition: {
    ...usual,
    dates: { date: 'date' },
    hasStatus: true,
    hasLastUpdated: true,
    all: fromCases((theCase, telling) => theCase.answers.map((answer) => toComposition(answer, theCase, telling))),
  },
  Condition: {
    ...usual,
    dates: { 'recorded-date': 'recordedDate' },
    all: fromCases((theCase) => [
      toCondition(theCase),
      ...theCase.answers.flatMap((answer) => toCodedConditions(answer, theCase)),
    ]),
  },
  Procedure: {
    ...usual,
    hasStatus: true,
    hasLastUpdated: true,
    includes: ['patient', 'subject', 'based-on'],
    all: fromCases((theCase) => theCase.answers.flatMap((answer) => toProcedures(answer, theCase))),
  },
  MedicationStatement: { ...usual, hasStatus: true, all: fromCases(toMedicationStatements) },
  AllergyIntolerance: {
    ...usual,
    dates: { date: 'recordedDate' },
    includes: ['patient'],
    all: fromCases((theCase, telling) => [toAllergyIntolerance(theCase, telling)]),
  },
  Provenance: {
    ...usual,
    dates: { recorded: 'recorded' },
    hasLastUpdated: true,
    includes: [],
    all: fromDocuments((document, belonging) => [toProvenance(document, belonging)]),
  },
  Consent: {
    ...usual,
    needsPatient: false,
    dates: { date: 'dateTime' },
    hasStatus: true,
    hasLastUpdated: true,
    includes: ['patient'],
    all: consents,
  },
  AuditEvent: {
    ...usual,
    dates: { date: 'recorded' },
    hasLastUpdated: true,
    includes: [],
    all: async () => [],
    pageOfPatient: accesses,
  },
};
