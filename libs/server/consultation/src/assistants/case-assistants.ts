import type { CaseAssistants } from '@konsil/contracts/assistant-states';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { assistantsNow } from '@konsil/server-domain/access/colleagues';
import { caseResource, type CaseRow } from '@konsil/server-domain/access/loaders';
import { isAssistant } from '@konsil/server-domain/access/sides';
import { consentTextVersion } from '@konsil/server-domain/accounts/legal-texts';
import { dropDraftsOfAssistants } from '@konsil/server-domain/drafts/drafts';
import { findDoctor } from '@konsil/server-domain/doctors/doctors.queries';
import { namesOfAssistants, selectNamesOfAssistants } from '@konsil/server-domain/doctors/assistants';
import type { Work } from '@konsil/server-domain/kernel/work';
import { consents } from '@konsil/server-domain/schema';
import { record } from '@konsil/server-domain/steps/record';
import { Problem } from '@konsil/server-platform/http/problems';

/** The patient's standing consent that the assistants of the present doctor see the case. */
const standing = ({ id, doctorId }: CaseRow) =>
  and(
    eq(consents.kind, 'assistants'),
    eq(consents.caseId, id),
    eq(consents.doctorId, doctorId),
    isNull(consents.withdrawnAt),
  );

/** Columns for the query of the case page, so that assistants need no further query. */
export const assistantColumns = (tx: Work['tx'], theCase: CaseRow) => ({
  assistants: sql<string[]>`array(${selectNamesOfAssistants(tx, theCase.doctorId)})`,
  assistantsAllowed: sql<boolean>`exists(${tx.select({ one: sql`1` }).from(consents).where(standing(theCase))})`,
});

/** The assistants of the doctor of a case; undefined if there are none, and none may see it. */
export const toCaseAssistants = (
  actor: Work['actor'],
  theCase: CaseRow,
  names: string[],
  allowed: boolean,
): CaseAssistants | undefined => {
  if (!caseResource(theCase).sharedWithDoctor || (names.length === 0 && !allowed)) return undefined;
  return { allowed, names, ...(isAssistant(actor) && { mine: true }) };
};

/** The patient lets the assistants of the doctor see a case. The case is locked. */
export const allowAssistants = async (work: Work, theCase: CaseRow): Promise<void> => {
  const {
    tx,
    now,
    kernel: { env },
  } = work;
  if ((await tx.$count(consents, standing(theCase))) > 0) return;
  await tx.insert(consents).values({
    accountId: theCase.accountId,
    kind: 'assistants',
    caseId: theCase.id,
    doctorId: theCase.doctorId,
    givenAt: now,
    textVersion: await consentTextVersion(tx, env, 'assistants', now),
  });
  await record(work, { step: 'assistants_changed', theCase, told: [] });
};

/**
 * Gives the consent with a request whose page named the assistants. If there are none any more, nobody gets a consent.
 */
export const allowNamedAssistants = async (work: Work, theCase: CaseRow): Promise<void> => {
  if ((await namesOfAssistants(work.tx, theCase.doctorId)).length > 0) await allowAssistants(work, theCase);
};

/** Ends the consent to assistants and deletes their drafts; their open pages learn of it. The case is locked. */
export const forbidAssistants = async (work: Pick<Work, 'tx' | 'now' | 'actor'>, theCase: CaseRow): Promise<void> => {
  const { tx, now } = work;
  const told = await assistantsNow(tx, theCase.id);
  await tx.update(consents).set({ withdrawnAt: now }).where(standing(theCase));
  await dropDraftsOfAssistants(tx, theCase.id, theCase.doctorId);
  await record(work, { step: 'assistants_changed', theCase, told });
};

/** @throws {Problem} `not_allowed_now` for a case that is with no doctor at work, or with another one than `askedFor` */
export const decideAssistants = async (
  work: Work,
  theCase: CaseRow,
  allows: boolean,
  askedFor = theCase.doctorId,
): Promise<CaseAssistants | null> => {
  if (allows && askedFor !== theCase.doctorId) throw new Problem('not_allowed_now');
  if (allows && !(caseResource(theCase).sharedWithDoctor && (await findDoctor(work.tx, theCase.doctorId))))
    throw new Problem('not_allowed_now');
  await (allows ? allowAssistants(work, theCase) : forbidAssistants(work, theCase));
  const names = await namesOfAssistants(work.tx, theCase.doctorId);
  return toCaseAssistants(work.actor, theCase, names, allows) ?? null;
};
