import type { Consent } from '@konsil/contracts/privacy';
import { secondLookDays } from '@konsil/contracts/second-look-states';
import { and, asc, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import {
  accounts,
  appGrants,
  casePeople,
  cases,
  clinics,
  consents,
  documents,
  shareLinks,
  tickets,
} from '@konsil/server-domain/schema';
import type { Tx } from '@konsil/server-platform/database/client';
import type { Actor } from '@konsil/server-domain/access/access';
import { helpersNow } from '@konsil/server-domain/access/colleagues';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import { dayMs, iso, isoOrNull, later } from '@konsil/server-platform/clock';
import { record } from '@konsil/server-domain/steps/record';
import { loadCase, type CaseRow } from '@konsil/server-domain/access/loaders';
import { endGrants } from '@konsil/server-domain/patient-apps/app-tokens';
import { Problem } from '@konsil/server-platform/http/problems';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { Work } from '@konsil/server-domain/kernel/work';
import { accountById } from '@konsil/server-domain/accounts/accounts.queries';
import { dropDraftsOf } from '@konsil/server-domain/drafts/drafts';
import { consentTextVersion } from '@konsil/server-domain/accounts/legal-texts';
import { namesOf } from '@konsil/server-domain/names/names';
import { caseNames } from '@konsil/server-domain/cases/case-texts';
import { endAppointments, type EndAppointmentsContext } from '@konsil/server-consultation/requests/appointments';
import { endShareLinks } from '@konsil/server-documents/share/share-links';
import { forbidAssistants } from '@konsil/server-consultation/assistants/case-assistants';
import { endDeputyOfConsent } from '@konsil/server-consultation/deputies/deputies';
import { forbidClinic } from '@konsil/server-consultation/cases/put-into-pool';
import { endReadersOf } from '@konsil/server-consultation/readers/change-readers';
import { endLookOfConsent } from '@konsil/server-consultation/second-looks/second-looks';
import { addDays, dayOf } from '@konsil/server-domain/calendar/working-days';
import { lockRecords } from './hold-records.ts';

export type ConsentRow = typeof consents.$inferSelect;

/** The end of a consent; a second look and a deputy end by themselves after the last day. */
const endOf = ({ kind, givenAt, withdrawnAt }: ConsentRow, now: Date, lastDay: string | undefined): Date | null => {
  if (kind === 'deputy')
    // Noon of the last day, of which only the day is shown.
    return withdrawnAt ?? (lastDay && lastDay < dayOf(now) ? new Date(`${lastDay}T12:00:00Z`) : null);
  const isOver = kind === 'second_look' && addDays(dayOf(givenAt), secondLookDays) < dayOf(now);
  return withdrawnAt ?? (isOver ? later(givenAt, secondLookDays * dayMs) : null);
};

/** The last days of the deputies to whom these consents were given. */
const lastDaysOf = async (tx: Tx, rows: readonly ConsentRow[]): Promise<ReadonlyMap<string, string>> => {
  const caseIds = rows.flatMap((row) => (row.kind === 'deputy' && row.caseId ? row.caseId : []));
  if (caseIds.length === 0) return new Map();
  const people = await tx
    .select()
    .from(casePeople)
    .where(and(inArray(casePeople.caseId, caseIds), eq(casePeople.kind, 'deputy')));
  return new Map(
    rows.flatMap(({ id, caseId, doctorId, givenAt }) => {
      const given = people.find(
        (one) =>
          one.caseId === caseId && one.accountId === doctorId && one.consentedAt?.getTime() === givenAt.getTime(),
      );
      return given?.endsOn ? [[id, given.endsOn] as const] : [];
    }),
  );
};

const clinicNames = async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: clinics.id, name: clinics.name })
    .from(clinics)
    .where(inArray(clinics.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Serializes consents with the names they are about. */
const showConsents = async ({ tx, now, kernel: { vault } }: Work, rows: readonly ConsentRow[]): Promise<Consent[]> => {
  const caseIds = rows.flatMap((row) => row.caseId ?? []);
  const about = caseIds.length > 0 ? await tx.select().from(cases).where(inArray(cases.id, caseIds)) : [];
  const names = await caseNames(tx, vault, about);
  const patientOfCase = new Map(about.map(({ id, patientId }) => [id, patientId]));
  const people = await namesOf(
    tx,
    vault,
    rows.flatMap((row) => row.doctorId ?? []),
  );
  const lastDays = await lastDaysOf(tx, rows);
  const named = await clinicNames(
    tx,
    rows.flatMap((row) => row.clinicId ?? []),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    given_at: iso(row.givenAt),
    withdrawn_at: isoOrNull(endOf(row, now, lastDays.get(row.id))),
    text_version: row.textVersion,
    case_id: row.caseId,
    case_name: names.get(row.caseId ?? '') ?? null,
    patient_id: patientOfCase.get(row.caseId ?? '') ?? null,
    doctor_name: people.get(row.doctorId ?? '') ?? null,
    clinic_name: named.get(row.clinicId ?? '') ?? null,
  }));
};

/** All consents an account ever gave, newest first. */
export const listConsents = async (work: Work): Promise<Consent[]> =>
  showConsents(
    work,
    await work.tx
      .select()
      .from(consents)
      .where(eq(consents.accountId, work.actor.accountId))
      .orderBy(desc(consents.givenAt), desc(consents.id)),
  );

/** Ends the doctor's access to the case, on open pages and issued links. Future appointments with them end, too. */
const endSharing = async (work: EndAppointmentsContext, caseId: string, doctorId: string): Promise<void> => {
  const { tx, now } = work;
  const theCase = await loadCase(tx, caseId, true);
  if (!theCase || theCase.doctorId !== doctorId || theCase.sharedAt === null) return;
  // Found first: their access ends with the case's change.
  const helpers = await helpersNow(tx, caseId, now);
  await tx.update(cases).set({ sharedAt: null }).where(eq(cases.id, caseId));
  const ofCase = tx.select({ id: documents.id }).from(documents).where(eq(documents.caseId, caseId));
  await tx.delete(tickets).where(and(eq(tickets.accountId, doctorId), inArray(tickets.documentId, ofCase)));
  await record(work, { step: 'consent_withdrawn', theCase: { ...theCase, sharedAt: null }, helpers });
  await dropDraftsOf(tx, doctorId, theCase);
  await endAppointments(work, theCase);
};

const asRecord = ({ id: caseId, patientId }: Pick<CaseRow, 'id' | 'patientId'>): AuditEntry => ({
  action: 'consent.withdraw',
  result: 'allowed',
  patientId,
  caseId,
});

/**
 * Unshares all cases of an account, as if each consent had been withdrawn, and ends its sealed links, readers and apps.
 * @returns the audit entries
 */
export const endAllSharing = async (
  work: EndAppointmentsContext & { kernel: Pick<Kernel, 'env' | 'vault'> },
): Promise<AuditEntry[]> => {
  const { tx, now, actor } = work;
  const shared = await tx
    .select()
    .from(cases)
    .where(and(eq(cases.accountId, actor.accountId), isNotNull(cases.firstSentAt), isNotNull(cases.sharedAt)))
    .orderBy(asc(cases.id));
  for (const { id, doctorId } of shared) await endSharing(work, id, doctorId);
  await tx
    .update(consents)
    .set({ withdrawnAt: now })
    .where(
      and(eq(consents.accountId, actor.accountId), eq(consents.kind, 'send_to_doctor'), isNull(consents.withdrawnAt)),
    );
  const links = await endShareLinks(tx, eq(shareLinks.accountId, actor.accountId), 'consent', now);
  const apps = await endGrants(tx, eq(appGrants.accountId, actor.accountId), now);
  return [
    ...shared.map(asRecord),
    ...apps.map(({ patientId, appId }) => ({
      action: 'app.end' as const,
      result: 'allowed' as const,
      patientId,
      detail: { client: appId },
    })),
    ...(await endReadersOf(work, actor.accountId)),
    ...links.map(({ patientId, caseId }) => ({
      action: 'share.write' as const,
      result: 'allowed' as const,
      patientId,
      caseId,
    })),
  ];
};

/**
 * Locks the caller's consent for its withdrawal, after the records it is about, in the common lock order, to avoid
 * deadlocks.
 */
export const lockConsent = async (
  tx: Tx,
  { accountId }: Actor,
  id: string,
): Promise<{ theConsent: ConsentRow } | null> => {
  const its = and(eq(consents.id, id), eq(consents.accountId, accountId));
  const [found] = await tx.select().from(consents).where(its);
  // A concurrent request is either sent before, and unshared with the rest, or refused.
  if (found?.kind === 'health_data') await lockRecords(tx, accountId);
  else if (found?.caseId) await loadCase(tx, found.caseId, true);
  const [theConsent] = await tx.select().from(consents).where(its).for('update');
  return theConsent ? { theConsent } : null;
};

const showOne = async (work: Work, row: ConsentRow | undefined): Promise<Consent> => {
  const [shown] = await showConsents(work, row ? [row] : []);
  if (!shown) throw new Error('The consent is gone.');
  return shown;
};

/**
 * Withdraws a locked consent (`lockConsent`) with immediate effect: unshares a case, or all without the health data
 * consent. Idempotent.
 * @returns the consent, and its audit entries
 */
export const withdrawConsent = async (
  work: Work,
  consent: ConsentRow,
): Promise<{ shown: Consent; records: AuditEntry[] }> => {
  const { tx, now, actor } = work;
  if (consent.withdrawnAt) return { shown: await showOne(work, consent), records: [] };
  const [withdrawn] = await tx
    .update(consents)
    .set({ withdrawnAt: now })
    .where(eq(consents.id, consent.id))
    .returning();
  if (consent.kind === 'health_data') {
    await tx.update(accounts).set({ consentWithdrawnAt: now }).where(eq(accounts.id, actor.accountId));
    const records = await endAllSharing(work);
    return {
      shown: await showOne(work, withdrawn),
      records: [{ action: 'consent.withdraw', result: 'allowed' }, ...records],
    };
  }
  const theCase = consent.caseId ? await loadCase(tx, consent.caseId, false) : null;
  if (theCase && consent.kind === 'clinic_pool' && consent.clinicId)
    await forbidClinic(work, theCase, consent.clinicId);
  else if (theCase && consent.doctorId) {
    if (consent.kind === 'second_look') await endLookOfConsent(work, theCase, consent.doctorId);
    else if (consent.kind === 'deputy') await endDeputyOfConsent(work, theCase, consent);
    else if (consent.kind === 'assistants') await forbidAssistants(work, theCase);
    else await endSharing(work, theCase.id, consent.doctorId);
  }
  return { shown: await showOne(work, withdrawn), records: theCase ? [asRecord(theCase)] : [] };
};

/**
 * Gives the consent to health data again. Cases stay unshared until each is shared again.
 * @throws {Problem} `not_allowed_now` while it is valid.
 */
export const giveGeneralConsent = async (work: Work): Promise<Consent> => {
  const {
    tx,
    now,
    actor,
    kernel: { env },
  } = work;
  const account = await accountById(tx, actor.accountId, true);
  if (!account.consentWithdrawnAt) throw new Problem('not_allowed_now');
  await tx.update(accounts).set({ consentWithdrawnAt: null }).where(eq(accounts.id, account.id));
  const [given] = await tx
    .insert(consents)
    .values({
      accountId: account.id,
      kind: 'health_data',
      givenAt: now,
      textVersion: await consentTextVersion(tx, env, 'health_data', now),
    })
    .returning();
  return showOne(work, given);
};
