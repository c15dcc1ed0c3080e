import type { AskedLook, LookedAtCase } from '@konsil/contracts/second-looks';
import { and, asc, eq } from 'drizzle-orm';
import type { CaseRow, SecondLookRow } from '@konsil/server-domain/access/loaders';
import { isOpenLook } from '@konsil/server-domain/access/colleagues';
import { doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import { anamnesisOf, openCase } from '@konsil/server-domain/cases/case-texts';
import { doctorOf } from '@konsil/server-domain/doctors/doctors.queries';
import type { Work } from '@konsil/server-domain/http/work';
import { nameOf, patientNames } from '@konsil/server-domain/patients/patient-record';
import { casePeople, cases } from '@konsil/server-domain/schema';
import { requestTexts } from '@konsil/server-domain/sealed/request';
import { secondLookTexts } from '@konsil/server-domain/sealed/second-look';
import { showDocuments, type Reading } from '@konsil/server-documents/document-view';
import { documentRows } from '@konsil/server-documents/documents.queries';
import { iso } from '@konsil/server-platform/clock';
import { openedQuestions } from '../cases/opened-questions.ts';
import { answersOf, requestRows } from '../requests/requests.queries.ts';

const toAsked = async (
  { tx, kernel: { vault } }: Work,
  theLook: SecondLookRow,
  theCase: CaseRow,
  patient: AskedLook['patient'],
): Promise<AskedLook> => {
  if (!theLook.endsOn) throw new Error('A second look is open without a last day.');
  return {
    id: theLook.id,
    case_name: (await openCase(tx, vault, theCase)).case_name,
    patient,
    asked_by: doctorName(await doctorOf(tx, theLook.askedBy)),
    asked_at: iso(theLook.askedAt),
    until: theLook.endsOn,
  };
};

/** The cases that the calling doctor may look at, the oldest question first. */
export const listAskedLooks = async (work: Work): Promise<AskedLook[]> => {
  const { tx, actor, now } = work;
  const rows = await tx
    .select({ theLook: casePeople, theCase: cases })
    .from(casePeople)
    .innerJoin(cases, eq(cases.id, casePeople.caseId))
    .where(and(eq(casePeople.accountId, actor.accountId), isOpenLook(tx, now)))
    .orderBy(asc(casePeople.askedAt), asc(casePeople.id));
  const names = await patientNames(
    tx,
    work.kernel.vault,
    rows.map(({ theCase }) => theCase.patientId),
  );
  return Promise.all(
    rows.map(({ theLook, theCase }) => toAsked(work, theLook, theCase, nameOf(names, theCase.patientId))),
  );
};

/**
 * A case for the colleague: what the patient wrote and sent, and what was answered. Without messages and ToDos, and
 * nothing counts as opened: they read for the doctor who asked.
 */
export const showLookedAtCase = async (
  work: Work & Reading,
  theLook: SecondLookRow,
  theCase: CaseRow,
): Promise<LookedAtCase> => {
  const {
    tx,
    kernel,
    kernel: { vault },
  } = work;
  const names = await patientNames(tx, vault, [theCase.patientId]);
  const asked = await toAsked(work, theLook, theCase, nameOf(names, theCase.patientId));
  const texts = await openCase(tx, vault, theCase);
  const { diagnosis, medical_history } = texts;
  // Its sender can withdraw it, so nobody reads it before whom it is for.
  const unopened = new Set(work.actor.unopened);
  const sent = (await requestRows(work, theCase)).filter(({ request }) => !unopened.has(request.id));
  const notes = await Promise.all(
    sent.map(async ({ request: { sealed, sentAt } }) => ({
      text: (await vault.open(tx, theCase.patientId, requestTexts, sealed)).note.trim(),
      sent_at: iso(sentAt),
    })),
  );
  return {
    ...asked,
    question: (await vault.open(tx, theCase.patientId, secondLookTexts, theLook.sealed)).question,
    diagnosis,
    medical_history,
    anamnesis: anamnesisOf(texts),
    questions: await openedQuestions(work, theCase),
    notes: notes.filter(({ text }) => text),
    answers: (await answersOf(work, theCase)).filter(({ id }) => !unopened.has(id)),
    documents: await showDocuments(kernel, work, theCase, await documentRows(kernel, work, theCase)),
  };
};
