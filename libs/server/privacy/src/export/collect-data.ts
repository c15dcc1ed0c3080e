import { and, asc, desc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  absences,
  assistants,
  auditRecords,
  cases,
  doctorLetters,
  doctorPortraits,
  letterPictures,
  documents,
  drafts,
  messages,
  patients,
  referrals,
  sendings,
  sessions,
  snippets,
  todos,
} from '@konsil/server-domain/schema';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import type { CaseRow, DocumentRow, PatientRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { accountById, doctorEntry, openSecrets } from '@konsil/server-domain/accounts/accounts.queries';
import { identitiesOf } from '@konsil/server-accounts/providers/identities';
import { pushDevicesOf } from '@konsil/server-domain/accounts/push-devices';
import { pushSubscription } from '@konsil/server-domain/sealed/push-subscription';
import { passkeysOf, showPasskey } from '@konsil/server-accounts/passkeys';
import { signInsOf } from '@konsil/server-accounts/sign-ins.queries';
import { namesOf } from '@konsil/server-domain/names/names';
import { listReaders, listSharedPersons } from '@konsil/server-consultation/readers/readers';
import { peopleOf } from '@konsil/server-consultation/cases/case-people';
import { showLooks } from '@konsil/server-consultation/second-looks/second-looks';
import { showCase } from '@konsil/server-consultation/case-page/case-page';
import { formHistory } from '@konsil/server-consultation/cases/form-versions';
import { documentHistory } from '@konsil/server-documents/describe-document';
import { showDocuments, type Reading } from '@konsil/server-documents/document-view';
import { takenImports } from '@konsil/server-documents/imported/kept-archive';
import { listShareLinks } from '@konsil/server-documents/share/share-links';
import { readEpicrisis } from '@konsil/server-epicrisis/epicrisis.queries';
import { showMessages } from '@konsil/server-messages/messages.queries';
import { healthProfileOf } from '@konsil/server-domain/patients/health-profile';
import { listAllowedApps } from '@konsil/server-domain/patient-apps/allowed-apps';
import { openPatient } from '@konsil/server-domain/patients/patient-record';
import { idsIn } from '@konsil/server-domain/cases/case-scope';
import { openCase } from '@konsil/server-domain/cases/case-texts';
import { showTodos } from '@konsil/server-todos/todos.queries';
import { showRecords } from '../access-log.queries.ts';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';
import { isAssistant, isOn } from '@konsil/server-domain/access/sides';
import { listConsents } from '../consents.queries.ts';
import { listAcceptances } from '@konsil/server-domain/accounts/legal-versions';
import { heldContent } from '@konsil/server-domain/sealed/sending';
import { waitingFor } from '@konsil/server-domain/referrals/referrals';
import { referralContent } from '@konsil/server-domain/sealed/referral';
import { importedRecord } from '@konsil/server-domain/sealed/imported-record';
import { draftContent } from '@konsil/server-domain/sealed/draft';
import { clinicsOf } from '@konsil/server-domain/doctors/clinics';
import { doctorLetter } from '@konsil/server-domain/sealed/doctor-letter';
import { letterPictures as letterPlaces } from '@konsil/server-domain/sealed/letter-pictures';
import { doctorsFormOf } from '@konsil/server-domain/doctors/specialty-forms';
import { snippetTexts } from '@konsil/server-domain/sealed/snippet';
import type { CollectedData, CollectedFile, CollectedRecord, ExportedCase, ExportedPatient } from './exported-data.ts';

export type OwnWork = Work & Reading;

const accountOf = async ({ tx, actor, kernel: { vault } }: OwnWork) => {
  const account = await accountById(tx, actor.accountId);
  const { full_name, phone } = await openSecrets(tx, vault, account);
  const rows = await tx
    .select()
    .from(sessions)
    .where(eq(sessions.accountId, account.id))
    .orderBy(desc(sessions.createdAt));
  const [portrait] = await tx
    .select({ picture: doctorPortraits.picture })
    .from(doctorPortraits)
    .where(eq(doctorPortraits.doctorId, account.id));
  return {
    id: account.id,
    role: account.role,
    email: account.email,
    full_name,
    phone,
    locale: account.locale,
    settings: account.settings,
    created_at: iso(account.createdAt),
    email_confirmed_at: isoOrNull(account.emailConfirmedAt),
    phone_confirmed_at: isoOrNull(account.phoneConfirmedAt),
    user_data_at: isoOrNull(account.userDataAt),
    password_changed_at: isoOrNull(account.passwordChangedAt),
    second_factor_at: isoOrNull(account.secondFactorAt),
    consent_withdrawn_at: isoOrNull(account.consentWithdrawnAt),
    deactivated_at: isoOrNull(account.deactivatedAt),
    locked_at: isoOrNull(account.lockedAt),
    erasure_at: isoOrNull(account.erasureAt),
    held_at: isoOrNull(account.heldAt),
    hold_ended_at: isoOrNull(account.holdEndedAt),
    directory: isOfKind(account, 'doctor') ? await doctorEntry(tx, account.id) : undefined,
    /** WebP in Base64. */
    portrait: portrait?.picture.toString('base64'),
    sessions: rows.map((row) => ({
      device: row.device,
      created_at: iso(row.createdAt),
      last_seen_at: iso(row.lastSeenAt),
      ended_at: isoOrNull(row.endedAt),
    })),
  };
};

/** The people who work for the account, or for whom it works. */
const assistantsOf = async ({ tx, actor }: OwnWork) => {
  const rows = await tx
    .select()
    .from(assistants)
    .where(or(eq(assistants.doctorId, actor.accountId), eq(assistants.accountId, actor.accountId)))
    .orderBy(asc(assistants.invitedAt));
  return rows.map(({ doctorId, name, email, invitedAt, acceptedAt, endedAt }) => ({
    doctor_id: doctorId,
    name,
    email,
    invited_at: iso(invitedAt),
    accepted_at: isoOrNull(acceptedAt),
    ended_at: isoOrNull(endedAt),
  }));
};

const exportCase = async (work: OwnWork, theCase: CaseRow): Promise<{ shown: ExportedCase; rows: DocumentRow[] }> => {
  const { tx, kernel } = work;
  const rows = await tx
    .select()
    .from(documents)
    .where(eq(documents.caseId, theCase.id))
    .orderBy(asc(documents.uploadedAt));
  const shownDocuments = await showDocuments(kernel, work, theCase, rows);
  const { changed_forms: _, ...page } = await showCase(work, theCase);
  // Answers to the form of a doctor who was chosen before are kept until the first request.
  const { specialty_forms: forms } = await openCase(tx, kernel.vault, theCase);
  const shown = {
    ...page,
    ...(forms && { specialty_forms: forms }),
    forms_history: await formHistory(work, theCase),
    second_looks: await showLooks(work, theCase, await peopleOf(work, theCase), true),
    documents: await Promise.all(
      shownDocuments.map(async ({ preview_url: __, preview_coming: ___, ...document }, index) => ({
        ...document,
        history: await documentHistory(kernel, tx, rows[index] as DocumentRow),
      })),
    ),
    todos: await showTodos(
      work,
      await tx.select().from(todos).where(eq(todos.caseId, theCase.id)).orderBy(asc(todos.createdAt)),
    ),
    messages: await showMessages(
      work,
      await tx.select().from(messages).where(eq(messages.caseId, theCase.id)).orderBy(asc(messages.sentAt)),
    ),
  };
  return { shown, rows };
};

/** Collects a person's record: all cases, or one. */
export const collectRecord = async (
  work: OwnWork,
  row: PatientRow,
  caseId?: string,
): Promise<{ shown: CollectedRecord; files: CollectedFile[] }> => {
  const {
    tx,
    kernel: { vault },
  } = work;
  const own = await tx
    .select()
    .from(cases)
    .where(and(eq(cases.patientId, row.id), caseId ? eq(cases.id, caseId) : undefined))
    .orderBy(asc(cases.createdAt));
  const exported: ExportedCase[] = [];
  const files: CollectedFile[] = [];
  for (const theCase of own) {
    const { shown, rows } = await exportCase(work, theCase);
    exported.push(shown);
    files.push(
      ...rows.map((document, index) => ({
        row: document,
        name: shown.documents[index]?.file_name ?? document.id,
        caseName: shown.case_name,
      })),
    );
  }
  const record = {
    ...(await openPatient(tx, vault, row)),
    id: row.id,
    version: row.version,
    relationship: row.relationship,
    created_at: iso(row.createdAt),
    archived_at: isoOrNull(row.archivedAt),
  };
  // A patient who hands on one case does not mean to hand on the rest of the record.
  const ofPerson =
    caseId === undefined
      ? { health_profile: await healthProfileOf(work, row.id), epicrisis: await readEpicrisis(work, row) }
      : { health_profile: null, epicrisis: null };
  return { shown: { record, ...ofPerson, cases: exported }, files };
};

/** The moments that no page shows. */
const withMoments = async (tx: OwnWork['tx'], shown: readonly ExportedCase[]): Promise<ExportedCase[]> => {
  const ids = shown.map(({ id }) => id);
  const rows = new Map((await tx.select().from(cases).where(inArray(cases.id, ids))).map((row) => [row.id, row]));
  const reminded = new Map(
    (await tx.select({ id: todos.id, at: todos.remindedAt }).from(todos).where(inArray(todos.caseId, ids))).map(
      ({ id, at }) => [id, at],
    ),
  );
  return shown.map((one) => ({
    ...one,
    first_sent_at: isoOrNull(rows.get(one.id)?.firstSentAt ?? null),
    shared_at: isoOrNull(rows.get(one.id)?.sharedAt ?? null),
    reminded_at: isoOrNull(rows.get(one.id)?.remindedAt ?? null),
    todos: one.todos.map((todo) => ({ ...todo, reminded_at: isoOrNull(reminded.get(todo.id) ?? null) })),
  }));
};

const exportPatient = async (
  work: OwnWork,
  row: PatientRow,
): Promise<{ shown: ExportedPatient; files: CollectedFile[] }> => {
  const { tx } = work;
  const { shown, files } = await collectRecord(work, row);
  const accesses = await showRecords(
    work,
    await tx.select().from(auditRecords).where(eq(auditRecords.chain, row.id)).orderBy(asc(auditRecords.seq)),
  );
  const own = await withMoments(tx, shown.cases);
  return { shown: { ...shown, cases: own, accesses, readers: await listReaders(work, row) }, files };
};

/**
 * SQL: the account's own texts. Texts that an assistant, or somebody who acts for others, wrote about a person belong
 * to that person, even after the access has ended.
 */
const ownTexts =
  (actor: Work['actor'], persons: readonly string[]) =>
  (patientId: PgColumn): SQL | undefined =>
    isOn(actor, 'doctor') && !isAssistant(actor) ? undefined : or(isNull(patientId), idsIn(patientId, persons));

/** Collects all data of an account that its owner may see. In one transaction, for consistency. */
export const collectData = async (work: OwnWork): Promise<CollectedData> => {
  const {
    tx,
    actor,
    now,
    kernel,
    kernel: { vault },
  } = work;
  const own = isOn(actor, 'patient')
    ? await tx.select().from(patients).where(eq(patients.accountId, actor.accountId)).orderBy(asc(patients.createdAt))
    : [];
  const exported: ExportedPatient[] = [];
  const files: CollectedFile[] = [];
  for (const row of own) {
    const { shown, files: more } = await exportPatient(work, row);
    exported.push(shown);
    files.push(...more);
  }
  const ownSnippets = await tx
    .select()
    .from(snippets)
    .where(eq(snippets.doctorId, actor.accountId))
    .orderBy(asc(snippets.position));
  const { of_specialty: _ofSpecialty, ...ownForm } = await doctorsFormOf(work, actor.accountId);
  const ownAbsences = await tx
    .select()
    .from(absences)
    .where(eq(absences.doctorId, actor.accountId))
    .orderBy(asc(absences.startsOn));
  const deputies = await namesOf(
    tx,
    vault,
    ownAbsences.flatMap(({ deputyId }) => deputyId ?? []),
  );
  const whose = ownTexts(
    actor,
    own.map(({ id }) => id),
  );
  const ownDrafts = await tx
    .select()
    .from(drafts)
    .where(and(eq(drafts.accountId, actor.accountId), whose(drafts.patientId)));
  const ownSendings = await tx
    .select()
    .from(sendings)
    .where(and(eq(sendings.accountId, actor.accountId), whose(sendings.patientId)))
    .orderBy(asc(sendings.createdAt));
  const actions = await tx
    .select({
      at: auditRecords.at,
      action: auditRecords.action,
      result: auditRecords.result,
      patient_id: auditRecords.chain,
      case_id: auditRecords.caseId,
      document_id: auditRecords.documentId,
    })
    .from(auditRecords)
    .where(eq(auditRecords.actorId, actor.accountId))
    .orderBy(asc(auditRecords.id));
  const taken = (await Promise.all(own.map(({ id }) => takenImports(tx, id)))).flat();
  const opened = await Promise.all(
    taken.map(async (row) => ({ row, ...(await vault.open(tx, row.patientId, importedRecord, row.sealed)) })),
  );
  const { email } = await accountById(tx, actor.accountId);
  const prepared = isOn(actor, 'patient')
    ? await tx
        .select()
        .from(referrals)
        .where(waitingFor(vault, { accountId: actor.accountId, email }, now))
    : [];
  return {
    data: {
      format: 'konsil-export',
      version: 1,
      created_at: iso(now),
      account: await accountOf(work),
      consents: await listConsents(work),
      legal_texts: await listAcceptances(tx, actor.accountId),
      patients: exported,
      assistants: await assistantsOf(work),
      share_links: await listShareLinks(tx, vault, actor.accountId, now),
      apps: await listAllowedApps(work),
      shared_with_me: await listSharedPersons(work),
      snippets: await Promise.all(
        ownSnippets.map(({ sealed }) => vault.open(tx, actor.accountId, snippetTexts, sealed)),
      ),
      specialty_form: ownForm.version > 0 ? ownForm : null,
      letters: await Promise.all(
        (
          await tx
            .select({ sealed: doctorLetters.sealed, pictures: letterPictures.sealed })
            .from(doctorLetters)
            .leftJoin(letterPictures, eq(letterPictures.letterId, doctorLetters.id))
            .where(eq(doctorLetters.doctorId, actor.accountId))
            .orderBy(asc(doctorLetters.sentAt))
        ).map(async ({ sealed, pictures }) => ({
          ...(await vault.open(tx, actor.accountId, doctorLetter, sealed)),
          ...(pictures && { pictures: (await vault.open(tx, actor.accountId, letterPlaces, pictures)).places }),
        })),
      ),
      clinics: (await clinicsOf(tx, [actor.accountId])).get(actor.accountId) ?? [],
      absences: ownAbsences.map(({ deputyId, startsOn, endsOn, cancelledAt }) => ({
        from: startsOn,
        to: endsOn,
        deputy: deputyId && (deputies.get(deputyId) ?? null),
        cancelled_at: isoOrNull(cancelledAt),
      })),
      drafts: await Promise.all(
        ownDrafts.map(async ({ key, ownerId, sealed, updatedAt }) => ({
          key,
          updated_at: iso(updatedAt),
          content: await vault.open(tx, ownerId, draftContent, sealed),
        })),
      ),
      sendings: await Promise.all(
        ownSendings.map(async ({ id, kind, caseId, patientId, sealed, createdAt, dueAt, failed }) => ({
          id,
          kind,
          case_id: caseId,
          patient_id: patientId,
          sent_at: iso(createdAt),
          due_at: iso(dueAt),
          failed,
          content: (await vault.open(tx, patientId, heldContent, sealed)).payload.body,
        })),
      ),
      own_actions: actions.map((action) =>
        action.result === 'denied' ? { ...action, patient_id: null, case_id: null, document_id: null } : action,
      ),
      sign_ins: await signInsOf(tx, actor.accountId, null),
      linked_identities: (await identitiesOf(tx, actor.accountId)).map(
        ({ issuer, subject, createdAt, lastUsedAt }) => ({
          issuer,
          subject,
          created_at: iso(createdAt),
          last_used_at: isoOrNull(lastUsedAt),
        }),
      ),
      passkeys: await Promise.all(
        (await passkeysOf(tx, actor.accountId)).map(async (row) => {
          const { id: _, ...shown } = await showPasskey(tx, kernel, row);
          return shown;
        }),
      ),
      push_devices: await Promise.all(
        (await pushDevicesOf(tx, actor.accountId)).map(async ({ device, sealed, createdAt, lastSentAt }) => ({
          device,
          service: new URL((await kernel.vault.open(tx, actor.accountId, pushSubscription, sealed)).endpoint).host,
          created_at: iso(createdAt),
          last_sent_at: isoOrNull(lastSentAt),
        })),
      ),
      imports: opened.map(({ row, file_name, content }) => ({
        patient_id: row.patientId,
        file_name,
        made_at: content?.made_at ?? '',
        host: content?.host ?? '',
        taken_at: isoOrNull(row.takenAt),
      })),
      referrals: await Promise.all(
        prepared.map(async ({ id, sealed, createdAt, expiresAt }) => ({
          created_at: iso(createdAt),
          expires_at: iso(expiresAt),
          ...(sealed && (await vault.open(tx, id, referralContent, sealed))),
        })),
      ),
    },
    files,
    imports: opened.map(({ row, file_name: name }) => ({ row, name })),
  };
};
