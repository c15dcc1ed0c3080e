import type { FhirReadType } from '@konsil/contracts/fhir';
import type { FhirResource } from 'fhir/r4';
import {
  inAnswer,
  inCase,
  inDocument,
  inMessage,
  inPatient,
  inTodo,
  ownedResource,
  type AddressedAccess,
} from '@konsil/server-domain/access/addresses';
import type { AnswerRow, CaseRow, DocumentRow } from '@konsil/server-domain/access/loaders';
import { findStaying, toDoctor } from '@konsil/server-domain/doctors/doctors.queries';
import { sentReferral, type ReferralRow } from '@konsil/server-domain/referrals/referrals';
import { showCase } from '@konsil/server-consultation/case-page/case-page';
import { showDocument } from '@konsil/server-documents/document-view';
import { lastChanges } from '@konsil/server-documents/last-changes';
import { recordFirstRead } from '@konsil/server-documents/read-document';
import { markShown, messageOf } from '@konsil/server-messages/messages.queries';
import { showPatient } from '@konsil/server-patients/patients.queries';
import { todoOf } from '@konsil/server-todos/todos.queries';
import type { Calling } from './calling.ts';
import { toAllergyIntolerance } from './resources/allergies.ts';
import { toComposition, toDiagnosticReport } from './resources/answer.ts';
import { toCondition, toQuestionnaire, toQuestionnaireResponse, toServiceRequest } from './resources/case.ts';
import { toCodedConditions, toProcedures } from './resources/codes.ts';
import { toDocumentReference, toImagingStudies, toProvenance } from './resources/documents.ts';
import { toCommunication, toTask } from './resources/exchange.ts';
import { toReferralTask } from './referrals/show.ts';
import { toMedicationStatements } from './resources/medication.ts';
import { toPatient, toPractitioner, toPractitionerRole } from './resources/people.ts';

type Things<A> = A extends AddressedAccess<infer T> ? T : never;
type Shown = FhirResource | null | undefined;
/** Reads a resource by its id: the access of the product's own route, and the mapping of what that route returns. */
export interface FhirRead<Things = object> {
  access: AddressedAccess<Things>;
  show: (calling: Calling, things: Things, id: string) => Promise<Shown>;
}
const reading = <Things>(access: AddressedAccess<Things>, show: FhirRead<Things>['show']): FhirRead =>
  ({ access, show }) as unknown as FhirRead;

/** The doctors that the directory shows. */
const inDirectory = ownedResource(async (tx, _actor, id) => {
  const row = await findStaying(tx, id);
  return row ? { theDoctor: toDoctor(row) } : null;
});
/** The row of a resource that is one of several in it. */
const rowId = (id: string): string => id.split('.')[0] ?? '';
const ofDocument = inDocument('read');
/** A study of a document: its id is the document's, with a number for the second and later ones. */
const inStudy: typeof ofDocument = {
  ...ofDocument,
  find: (tx, actor, id, locked) => ofDocument.find(tx, actor, rowId(id), locked),
};

const answerRead = inAnswer('read');
/** A code of an answer: its id is the answer's, with the number of the code. */
const inCoded: typeof answerRead = {
  ...answerRead,
  find: async (tx, actor, id, locked) => (id.includes('.') ? answerRead.find(tx, actor, rowId(id), locked) : null),
};
const caseRead = inCase('read');
/** A diagnosis: the patient's has the id of the case, a coded one that of its answer and a number. */
const inCondition: AddressedAccess<{ theCase: CaseRow; theAnswer?: AnswerRow }> = {
  ...caseRead,
  find: (tx, actor, id, locked) =>
    id.includes('.') ? inCoded.find(tx, actor, id, locked) : caseRead.find(tx, actor, id, locked),
};

/** Statements of medication: the words of a case have its id, a line of its list a number behind it. */
const inMedication: typeof caseRead = {
  ...caseRead,
  find: (tx, actor, id, locked) => caseRead.find(tx, actor, rowId(id), locked),
};

const ofTodo = inTodo('read');
/** A to-do, or what became of a case that the calling system prepared. */
const inTask: AddressedAccess<Pick<Things<typeof ofTodo>, 'theTodo'> | { theReferral: ReferralRow }> = {
  ...ofTodo,
  find: async (tx, actor, id, locked) => {
    const theReferral = await sentReferral(tx, actor, id);
    return theReferral ? { allowed: true, things: { theReferral } } : ofTodo.find(tx, actor, id, locked);
  },
};

type InCase = { theCase: CaseRow };
const ofCase = (
  make: (overview: Awaited<ReturnType<typeof showCase>>, telling: Calling['telling']) => Shown,
): FhirRead =>
  reading(inCase('read'), async (calling, { theCase }: InCase) =>
    make(await showCase(calling, theCase), calling.telling),
  );

const ofAnswer = (make: typeof toDiagnosticReport | typeof toComposition): FhirRead =>
  reading(inAnswer('read'), async (calling, { theAnswer, theCase }: { theAnswer: AnswerRow; theCase: CaseRow }) => {
    const overview = await showCase(calling, theCase);
    const answer = overview.answers.find(({ id }) => id === theAnswer.id);
    return answer && make(answer, overview, calling.telling);
  });

const documentOf = async (calling: Calling, theCase: CaseRow, theDocument: DocumentRow) => ({
  document: await showDocument(calling.kernel, calling, theCase, theDocument),
  belonging: {
    patientId: theCase.patientId,
    caseId: theCase.id,
    changedAt: (await lastChanges(calling.tx, [theDocument.id])).get(theDocument.id),
  },
});

export const reads: Record<FhirReadType, FhirRead> = {
  Patient: reading(inPatient('read'), async (calling, { thePatient }) =>
    toPatient(await showPatient(calling, thePatient)),
  ),
  Practitioner: reading(inDirectory, async (_calling, { theDoctor }) => toPractitioner(theDoctor)),
  PractitionerRole: reading(inDirectory, async (_calling, { theDoctor }) => toPractitionerRole(theDoctor)),
  ServiceRequest: ofCase(toServiceRequest),
  Questionnaire: ofCase(toQuestionnaire),
  QuestionnaireResponse: ofCase(toQuestionnaireResponse),
  Condition: reading(inCondition, async (calling, { theCase, theAnswer }, id) => {
    const overview = await showCase(calling, theCase);
    if (!theAnswer) return toCondition(overview);
    return overview.answers.flatMap((answer) => toCodedConditions(answer, overview)).find((one) => one.id === id);
  }),
  Procedure: reading(inCoded, async (calling, { theCase }, id) => {
    const overview = await showCase(calling, theCase);
    return overview.answers.flatMap((answer) => toProcedures(answer, overview)).find((one) => one.id === id);
  }),
  MedicationStatement: reading(inMedication, async (calling, { theCase }: InCase, id) =>
    toMedicationStatements(await showCase(calling, theCase)).find((one) => one.id === id),
  ),
  AllergyIntolerance: ofCase(toAllergyIntolerance),
  DiagnosticReport: ofAnswer(toDiagnosticReport),
  Composition: ofAnswer(toComposition),
  Task: reading(inTask, async (calling, task) =>
    'theReferral' in task
      ? toReferralTask(task.theReferral, calling.telling, calling.now)
      : toTask(await todoOf(calling, task.theTodo.id), calling.telling),
  ),
  // The reader has its text then, as from a list: its sender can no longer change it.
  Communication: reading(inMessage('read'), async (calling, { theMessage }) => {
    await markShown(calling, [theMessage]);
    return toCommunication(await messageOf(calling, theMessage.id));
  }),
  DocumentReference: reading(ofDocument, async (calling, { theCase, theDocument }) => {
    await recordFirstRead(calling, theCase, theDocument);
    const { document, belonging } = await documentOf(calling, theCase, theDocument);
    return toDocumentReference(document, belonging, calling.telling);
  }),
  ImagingStudy: reading(inStudy, async (calling, { theCase, theDocument }, id) => {
    const { document, belonging } = await documentOf(calling, theCase, theDocument);
    return toImagingStudies(document, belonging).find((study) => study.id === id);
  }),
  Provenance: reading(ofDocument, async (calling, { theCase, theDocument }) => {
    const { document, belonging } = await documentOf(calling, theCase, theDocument);
    return toProvenance(document, belonging);
  }),
};
