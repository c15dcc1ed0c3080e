import { and, arrayContains, eq, inArray, or, type SQL } from 'drizzle-orm';
import { isHelperKind } from '@konsil/contracts/stored-kinds';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '@konsil/server-platform/database/client';
import {
  absences,
  accounts,
  answers,
  appGrants,
  caseEvents,
  caseFormVersions,
  casePeople,
  casePools,
  cases,
  clinicDoctors,
  clientTokens,
  consents,
  dataExports,
  dicomInstances,
  doctorLetters,
  doctorLogos,
  doctorPortraits,
  doctorPatients,
  doctors,
  documents,
  documentVersions,
  drafts,
  epicrisisVersions,
  events,
  factorResets,
  healthProfiles,
  idempotencyKeys,
  imports,
  legalAcceptances,
  linkedIdentities,
  mailLinks,
  messages,
  notices,
  otpCodes,
  outbox,
  passkeys,
  patientReaders,
  patients,
  pushDevices,
  questions,
  recoveryCodes,
  requests,
  sendings,
  sessions,
  snippets,
  specialtyForms,
  tickets,
  todos,
  unopenedSendings,
} from '@konsil/server-domain/schema';
import { appendAudit, type AuditEntry } from '@konsil/server-platform/audit/audit';
import { record } from '@konsil/server-domain/steps/record';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { notifyProcesses } from '@konsil/server-platform/events/notify';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import type { SystemWork } from '@konsil/server-domain/kernel/work';
import type { AccountRow } from '@konsil/server-domain/accounts/accounts.queries';
import {
  acceptedFutureAppointments,
  notifyOfEndedAppointments,
} from '@konsil/server-consultation/requests/appointments';
import { leaveCases } from '@konsil/server-consultation/requests/leaving-doctor';
import { deleteErasedFiles, nameErasedFiles } from '@konsil/server-documents/erased-files';
import { eraseImports } from '@konsil/server-documents/imported/kept-archive';
import { eraseShareLinks } from '@konsil/server-documents/share/share-links';
import { eraseReferrals } from '@konsil/server-domain/referrals/referrals';
import { endHelp } from './end-help.ts';
import { lockRecords } from './hold-records.ts';
import { isOfKind, roleOf } from '@konsil/server-domain/accounts/account-kind';
import { writeTombstone } from './tombstones.ts';
import { wroteForOthers } from './wrote-for-others.ts';

/** The rows of an account that are independent of patients. */
const eraseMachinery = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.delete(tickets).where(eq(tickets.accountId, accountId));
  for (const table of [
    otpCodes,
    recoveryCodes,
    factorResets,
    passkeys,
    pushDevices,
    clientTokens,
    appGrants,
    linkedIdentities,
    mailLinks,
    drafts,
    sendings,
    idempotencyKeys,
    dataExports,
    legalAcceptances,
    notices,
    outbox,
  ])
    await tx.delete(table).where(eq(table.accountId, accountId));
  await tx
    .delete(unopenedSendings)
    .where(or(eq(unopenedSendings.senderId, accountId), eq(unopenedSendings.recipientId, accountId)));
  await tx.delete(events).where(arrayContains(events.accountIds, [accountId]));
  await tx.delete(sessions).where(eq(sessions.accountId, accountId));
};

/** Everything of the account's patients, in order of foreign keys. */
const eraseRecords = async (
  tx: Tx,
  accountId: string,
): Promise<{ patientIds: string[]; doctorIds: string[]; fileKeys: string[] }> => {
  const patientIds = (await tx.select({ id: patients.id }).from(patients).where(eq(patients.accountId, accountId))).map(
    ({ id }) => id,
  );
  const own = await tx
    .select({ id: cases.id, doctorId: cases.doctorId })
    .from(cases)
    .where(eq(cases.accountId, accountId));
  const files = await tx
    .select({ id: documents.id, keys: documents.storageKey, view: documents.viewKey, preview: documents.previewKey })
    .from(documents)
    .innerJoin(cases, eq(cases.id, documents.caseId))
    .where(eq(cases.accountId, accountId));
  const [caseIds, documentIds] = [own.map(({ id }) => id), files.map(({ id }) => id)];
  const gone = {
    patientIds,
    doctorIds: [...new Set(own.map(({ doctorId }) => doctorId))],
    fileKeys: files.flatMap(({ keys, view, preview }) => [keys, view ?? [], preview ?? []].flat()),
  };
  // False for an empty list: never the whole table.
  const within = (column: PgColumn, ids: readonly string[]): SQL => inArray(column, [...ids]);

  gone.fileKeys.push(...(await eraseShareLinks(tx, caseIds)));
  for (const table of [tickets, dicomInstances, documentVersions])
    await tx.delete(table).where(within(table.documentId, documentIds));
  gone.fileKeys.push(...(await eraseImports(tx, within(imports.patientId, patientIds))));
  await tx.delete(documents).where(within(documents.id, documentIds));
  for (const table of [
    notices,
    todos,
    messages,
    answers,
    requests,
    questions,
    caseFormVersions,
    casePeople,
    casePools,
    caseEvents,
    consents,
    sendings,
    unopenedSendings,
  ])
    await tx.delete(table).where(within(table.caseId, caseIds));
  await tx.delete(drafts).where(within(drafts.patientId, patientIds));
  await tx.delete(cases).where(within(cases.id, caseIds));
  await tx.delete(patientReaders).where(eq(patientReaders.accountId, accountId));
  for (const table of [epicrisisVersions, healthProfiles, doctorPatients, patientReaders])
    await tx.delete(table).where(within(table.patientId, patientIds));
  // Stored responses of others about these patients.
  await tx.delete(idempotencyKeys).where(within(idempotencyKeys.ownerId, patientIds));
  await tx.delete(patients).where(within(patients.id, patientIds));
  await tx.delete(consents).where(eq(consents.accountId, accountId));
  return gone;
};

/**
 * Text that a helper wrote is part of patients' records and stays, with the name that their table keeps; the account is
 * emptied. Returns the audit entries.
 */
const emptyHelper = async (work: SystemWork, account: AccountRow): Promise<AuditEntry[]> => {
  const left = await endHelp(work, account);
  await emptyAccount(work, account);
  return left;
};

/** Takes everything from an account whose row stays. */
const emptyAccount = async ({ tx, now }: SystemWork, account: AccountRow): Promise<void> => {
  await tx
    .update(accounts)
    .set({
      email: `erased-${account.id}@invalid`,
      passwordHash: null,
      passwordChangedAt: null,
      sealed: null,
      phoneConfirmedAt: null,
      secondFactorAt: null,
      settings: {},
      deactivatedAt: account.deactivatedAt ?? now,
      erasureAt: null,
    })
    .where(eq(accounts.id, account.id));
};

/**
 * A doctor's answers are part of patients' records and stay, with the author's name; the account itself is emptied.
 * Returns the audit entries.
 */
const emptyDoctor = async (work: SystemWork, account: AccountRow): Promise<AuditEntry[]> => {
  const { tx } = work;
  for (const table of [snippets, specialtyForms, absences, clinicDoctors, doctorLetters, doctorLogos, doctorPortraits])
    await tx.delete(table).where(eq(table.doctorId, account.id));
  await tx
    .update(doctors)
    .set({
      acceptsCases: false,
      aboutDe: '',
      aboutEn: '',
      topics: '',
      priceDe: '',
      priceEn: '',
      practiceName: '',
      practiceAddress: '',
      practicePhone: '',
      practiceEmail: '',
      lanr: '',
      bsnr: '',
      logoId: null,
      logoAlt: '',
    })
    .where(eq(doctors.accountId, account.id));
  await emptyAccount(work, account);
  return account.deactivatedAt ? [] : (await leaveCases(work, account.id)).records;
};

/**
 * Erases an account for good (Art. 17 GDPR): its keys, its files and its rows; the audit trail keeps ids only.
 * The tombstone is written first, so that an interrupted erasure is finished later.
 * The other side of an accepted future appointment is told, and so is the owner, unless nobody ever confirmed their
 * address.
 * A legal hold stops the erasure, whoever calls.
 * @param due whether the account, as it stands once nobody else can change it, is to be erased.
 * @param isRepeated `due` compares the hold with the erasure: the row may come from a backup of a hold that has ended
 */
export const eraseAccount = async (
  kernel: Kernel,
  accountId: string,
  due: (account: AccountRow) => boolean,
  isRepeated = false,
): Promise<boolean> => {
  const { db, vault, clock } = kernel;
  const now = clock.now();
  const gone = await db.transaction(async (tx) => {
    await lockRecords(tx, accountId);
    const [found] = await tx.select({ role: accounts.role }).from(accounts).where(eq(accounts.id, accountId));
    // A doctor's row stays: holders of their cases, which are locked later (`leaveCases`), may still reference it.
    const [account] = await tx
      .select()
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for(isOfKind(found, 'patient') ? 'update' : 'no key update');
    if (!account || !due(account)) return null;
    if (account.heldAt && !isRepeated) return null;
    await writeTombstone(kernel, tx, accountId, now);
    const exported = (
      await tx.select({ key: dataExports.storageKey }).from(dataExports).where(eq(dataExports.accountId, accountId))
    ).map(({ key }) => key);
    await eraseMachinery(tx, accountId);
    const ended = await tx
      .select({ doctorId: answers.doctorId, appointmentAccepted: answers.appointmentAccepted })
      .from(answers)
      .innerJoin(cases, eq(cases.id, answers.caseId))
      .where(and(eq(cases.accountId, accountId), acceptedFutureAppointments(now)));
    await notifyOfEndedAppointments(tx, vault, ended);
    const prepared = await eraseReferrals(tx, vault, account, now);
    const { patientIds, doctorIds, fileKeys } = await eraseRecords(tx, accountId);
    await nameErasedFiles(tx, [...fileKeys, ...exported, ...prepared]);
    const leave = { doctor: emptyDoctor, patient: null };
    const kind = roleOf(account);
    const empty = isHelperKind(kind) ? emptyHelper : leave[kind];
    const left = empty ? await empty({ kernel, tx, now }, account) : [];
    // Records of others contain what was written for them.
    const wrote = isOfKind(account, 'patient') && (await wroteForOthers(tx, accountId));
    if (wrote) await emptyAccount({ kernel, tx, now }, account);
    else if (isOfKind(account, 'patient')) await tx.delete(accounts).where(eq(accounts.id, accountId));
    const owners = [accountId, ...patientIds];
    for (const owner of owners) {
      await vault.destroy(tx, owner);
      await notifyProcesses(tx, { kind: 'key_destroyed', owner });
    }
    await record({ tx, now, actor: { accountId, role: 'system' } }, { step: 'patient_erased', readers: doctorIds });
    if (!isOfKind(account, 'patient') || account.emailConfirmedAt)
      await enqueueEmail(tx, vault, {
        to: account.email,
        locale: account.locale,
        template: 'erased',
        data: { stays: isOfKind(account, 'patient'), wrote },
      });
    await appendAudit(tx, vault, { accountId: null, role: 'system' }, now, [
      { action: 'account.erased', result: 'allowed' },
      ...patientIds.map((patientId) => ({ action: 'patient.erased' as const, result: 'allowed' as const, patientId })),
      ...left,
    ]);
    return { owners };
  });
  if (!gone) return false;
  for (const owner of gone.owners) vault.forget(owner);
  // The keys of the files are destroyed: undeleted files are unreadable, and deleted later.
  await deleteErasedFiles(kernel).catch((failure: unknown) =>
    kernel.log.warn({ failure }, 'files of an erased account wait'),
  );
  return true;
};

/** True if an account still has something to erase. */
export const isErasable = (account: AccountRow): boolean =>
  (isOfKind(account, 'patient') && account.deactivatedAt === null) ||
  account.passwordHash !== null ||
  account.sealed !== null;
