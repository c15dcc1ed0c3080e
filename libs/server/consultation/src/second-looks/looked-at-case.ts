import type { AskedLook, LookedAtCase } from '@konsil/contracts/second-looks';
import { and, asc, eq } from 'drizzle-orm';
import type { CaseRow, SecondLookRow } from '@konsil/server-domain/access/loaders';
import { isOpenLook } from '@konsil/server-domain/access/colleagues';
import { doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import { openCase } from '@konsil/server-domain/cases/case-texts';
import { doctorOf } from '@konsil/server-domain/doctors/doctors.queries';
import type { Work } from '@konsil/server-domain/kernel/work';
import { nameOf, patientNames } from '@konsil/server-domain/patients/patient-record';
import { casePeople, cases } from '@konsil/server-domain/schema';
import { secondLookTexts } from '@konsil/server-domain/sealed/second-look';
import type { Reading } from '@konsil/server-documents/document-view';
import { iso } from '@konsil/server-platform/clock';
import { readableCase } from '../cases/readable-case.ts';

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

/** The cases shared with the calling doctor for a second opinion, oldest question first. */
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
 * A case for the colleague: everything that the patient wrote and sent, and the answers, without messages and ToDos.
 * Nothing counts as opened, because the colleague reads for the doctor who asked.
 */
export const showLookedAtCase = async (
  work: Work & Reading,
  theLook: SecondLookRow,
  theCase: CaseRow,
): Promise<LookedAtCase> => {
  const {
    tx,
    kernel: { vault },
  } = work;
  const names = await patientNames(tx, vault, [theCase.patientId]);
  const asked = await toAsked(work, theLook, theCase, nameOf(names, theCase.patientId));
  return {
    ...asked,
    question: (await vault.open(tx, theCase.patientId, secondLookTexts, theLook.sealed)).question,
    ...(await readableCase(work, theCase)),
  };
};
