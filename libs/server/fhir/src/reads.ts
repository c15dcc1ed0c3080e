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
import { showCase } from '@konsil/server-consultation/cases/case-page';
import { showDocument } from '@konsil/server-documents/document-view';
import { recordFirstRead } from '@konsil/server-documents/read-document';
import { markShown, messageOf } from '@konsil/server-messages/messages.queries';
import { showPatient } from '@konsil/server-patients/patients.queries';
import { todoOf } from '@konsil/server-todos/todos.queries';
import type { Calling } from './calling.ts';
import { toComposition, toDiagnosticReport } from './resources/answer.ts';
import {
  toCondition,
  toMedicationStatement,
  toQuestionnaire,
  toQuestionnaireResponse,
  toServiceRequest,
} from './resources/case.ts';
import { toDocumentReference, toImagingStudies, toProvenance } from './resources/documents.ts';
import { toCommunication, toTask } from './resources/exchange.ts';
import { toPatient, toPractitioner, toPractitionerRole } from './resources/people.ts';

type Shown = FhirResource | null | undefined;
/** A resource by its id: the access of the product's own route, and what is made of what that route shows. */
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
const documentId = (id: string): string => id.split('.')[0] ?? '';
const ofDocument = inDocument('read');
/** A study of a document: its id is the document's, with a number for the second and later ones. */
const inStudy: typeof ofDocument = {
  ...ofDocument,
  find: (tx, actor, id, locked) => ofDocument.find(tx, actor, documentId(id), locked),
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
  belonging: { patientId: theCase.patientId, caseId: theCase.id },
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
  Condition: ofCase(toCondition),
  MedicationStatement: ofCase(toMedicationStatement),
  DiagnosticReport: ofAnswer(toDiagnosticReport),
  Composition: ofAnswer(toComposition),
  Task: reading(inTodo('read'), async (calling, { theTodo }) =>
    toTask(await todoOf(calling, theTodo.id), calling.telling),
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
  Provenance: reading(ofDocument, async (calling, { theCase, theDocument }) =>
    toProvenance((await documentOf(calling, theCase, theDocument)).document),
  ),
};
