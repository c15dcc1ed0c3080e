import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { response } from '@konsil/server-platform/http/idempotency';
import type { SealedKind } from '@konsil/server-platform/keys/sealed-kind';
import { letter } from '@konsil/server-platform/outbox/outbox';
import {
  accounts,
  answers,
  caseFormVersions,
  casePeople,
  cases,
  clinicArchives,
  dicomInstances,
  doctorLetters,
  letterPictures,
  documents,
  documentVersions,
  drafts,
  epicrisisVersions,
  healthProfiles,
  idempotencyKeys,
  imports,
  mailLinks,
  messages,
  otpCodes,
  outbox,
  passkeys,
  patients,
  pushDevices,
  questions,
  referrals,
  requests,
  sendings,
  shareLinks,
  shareOpenings,
  snippets,
  specialtyForms,
  todos,
  unopenedSendings,
  webhooks,
} from '../schema.ts';
import { accountSecrets } from './account.ts';
import { answerTexts } from './answer.ts';
import { caseTexts } from './case.ts';
import { clinicArchiveSecrets } from './clinic-archive.ts';
import { dicomInstance } from './dicom-instance.ts';
import { doctorLetter } from './doctor-letter.ts';
import { documentVersionDetails } from './document-version.ts';
import { documentSecrets } from './document.ts';
import { draftContent } from './draft.ts';
import { epicrisisTexts } from './epicrisis.ts';
import { formVersionTexts } from './form-version.ts';
import { healthTexts } from './health-profile.ts';
import { importedRecord } from './imported-record.ts';
import { letterPictures as letterPlaces } from './letter-pictures.ts';
import { mailLinkContent } from './mail-link.ts';
import { messageTexts } from './message.ts';
import { passkeyTexts } from './passkey.ts';
import { patientRecord } from './patient.ts';
import { phoneCodeContent } from './phone-code.ts';
import { pushSubscription } from './push-subscription.ts';
import { questionTexts } from './question.ts';
import { referralContent } from './referral.ts';
import { requestTexts } from './request.ts';
import { heldContent } from './sending.ts';
import { secondLookTexts } from './second-look.ts';
import { shareSecrets } from './share-link.ts';
import { shareOpening } from './share-opening.ts';
import { snippetTexts } from './snippet.ts';
import { specialtyFormTexts } from './specialty-form.ts';
import { webhookSecrets } from './webhook.ts';
import { todoTexts } from './todo.ts';
import { undoRecord } from './undo.ts';

/** Uses of the installation's own key, for data that belongs to no account. */
const purposes = ['outbox', 'webhooks', 'forms', 'clinic-archives'] as const;
type OwnPurpose = (typeof purposes)[number];
export const isPurpose = (owner: unknown): owner is OwnPurpose => (purposes as readonly unknown[]).includes(owner);

/** A column of sealed JSON: its kind, and the owner of the data key; a purpose for the installation's own key. */
export interface SealedColumn {
  table: PgTable & { sealed: PgColumn };
  kind: SealedKind<never>;
  /** An expression may be either, by row. */
  owner: PgColumn | SQL<string> | OwnPurpose;
}

const ofCase = (caseId: PgColumn) =>
  sql<string>`(select ${cases.patientId} from ${cases} where ${cases.id} = ${caseId})`;
const ofDocument = (documentId: PgColumn) =>
  sql<string>`(select ${documents.patientId} from ${documents} where ${documents.id} = ${documentId})`;

const column = <V>(table: SealedColumn['table'], kind: SealedKind<V>, owner: SealedColumn['owner']): SealedColumn => ({
  table,
  kind: kind as unknown as SealedKind<never>,
  owner,
});

/** Every column of sealed JSON; a test compares this list with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  column(accounts, accountSecrets, accounts.id),
  column(mailLinks, mailLinkContent, mailLinks.accountId),
  column(otpCodes, phoneCodeContent, otpCodes.accountId),
  column(passkeys, passkeyTexts, passkeys.accountId),
  column(pushDevices, pushSubscription, pushDevices.accountId),
  column(patients, patientRecord, patients.id),
  column(healthProfiles, healthTexts, healthProfiles.patientId),
  column(cases, caseTexts, cases.patientId),
  column(questions, questionTexts, ofCase(questions.caseId)),
  column(caseFormVersions, formVersionTexts, ofCase(caseFormVersions.caseId)),
  column(requests, requestTexts, ofCase(requests.caseId)),
  column(answers, answerTexts, ofCase(answers.caseId)),
  column(casePeople, secondLookTexts, ofCase(casePeople.caseId)),
  column(drafts, draftContent, drafts.ownerId),
  column(sendings, heldContent, sendings.patientId),
  column(unopenedSendings, undoRecord, unopenedSendings.patientId),

  column(todos, todoTexts, todos.patientId),
  column(messages, messageTexts, messages.patientId),
  column(epicrisisVersions, epicrisisTexts, epicrisisVersions.patientId),
  column(doctorLetters, doctorLetter, doctorLetters.doctorId),
  column(
    letterPictures,
    letterPlaces,
    sql<string>`(select ${doctorLetters.doctorId} from ${doctorLetters} where ${doctorLetters.id} = ${letterPictures.letterId})`,
  ),
  column(snippets, snippetTexts, snippets.doctorId),
  column(specialtyForms, specialtyFormTexts, sql<string>`coalesce(${specialtyForms.doctorId}::text, 'forms')`),
  column(documents, documentSecrets, documents.patientId),
  column(documentVersions, documentVersionDetails, ofDocument(documentVersions.documentId)),
  column(dicomInstances, dicomInstance, ofDocument(dicomInstances.documentId)),
  column(shareLinks, shareSecrets, shareLinks.patientId),
  column(
    shareOpenings,
    shareOpening,
    sql<string>`(select ${shareLinks.patientId} from ${shareLinks} where ${shareLinks.id} = ${shareOpenings.linkId})`,
  ),
  column(imports, importedRecord, imports.patientId),
  column(referrals, referralContent, referrals.id),
  column(outbox, letter, 'outbox'),
  column(webhooks, webhookSecrets, 'webhooks'),
  column(clinicArchives, clinicArchiveSecrets, 'clinic-archives'),
  column(idempotencyKeys, response, idempotencyKeys.ownerId),
];
