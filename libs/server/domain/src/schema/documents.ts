import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, moment, sealed } from '@konsil/server-platform/database/columns';
import { accounts, sessions } from './accounts';
import { cases } from './cases';
import { patients } from './patients';
import { requests } from './sendings';
import { referrals } from './referrals';

export const documents = pgTable(
  'documents',
  {
    id: id(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => patients.id),
    version: integer('version').notNull().default(1),
    uploadedBy: uuid('uploaded_by')
      .notNull()
      .references(() => accounts.id),
    uploadedByRole: text('uploaded_by_role', { enum: ['patient', 'doctor'] }).notNull(),
    uploadedAt: createdAt('uploaded_at'),
    /** `DocumentSecrets`. */
    sealed: sealed().notNull(),
    search: text('search').array().notNull().default(sql`'{}'`),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    isImage: boolean('is_image').notNull().default(false),
    /** The examination of the images; null for a file with none or several. */
    studyUid: text('study_uid'),
    /** Number of the person in the case's images, because two people may share a study UID. */
    person: integer('person').notNull().default(0),
    medicalKindCode: text('medical_kind_code'),
    sourceKindCode: text('source_kind_code'),
    /** Null until the details are given, and where the date is unknown. */
    issueDate: date('issue_date', { mode: 'string' }),
    describedAt: moment('described_at'),
    storageKey: text('storage_key').notNull(),
    /** The file key, wrapped by the patient's; shared by view copy and preview. */
    fileKey: bytea('file_key').notNull(),
    /** The view copy of a photo: re-encoded without location and camera data. */
    viewKey: text('view_key'),
    /** Size of that copy; null for copies made before it was stored. */
    viewSize: integer('view_size'),
    viewSha256: text('view_sha256'),
    previewKey: text('preview_key'),
    /** Null until copy and preview exist, or are known to be impossible; the last change of what was prepared. */
    preparedAt: moment('prepared_at'),
    prepareDueAt: createdAt('prepare_due_at'),
    prepareAttempts: integer('prepare_attempts').notNull().default(0),
    /** Accepted unread: pages and guess are still to come. */
    beingRead: boolean('being_read').notNull().default(false),
    scanState: text('scan_state', { enum: ['ready', 'checking'] })
      .notNull()
      .default('ready'),
    /** The request that shared it with the doctor; a doctor's own uploads are visible at once. */
    requestId: uuid('request_id').references(() => requests.id),
    sentAt: moment('sent_at'),
    /** The time when the patient first opened a doctor's document. */
    readAt: moment('read_at'),
    archivedAt: moment('archived_at'),
  },
  (table) => [
    index('documents_case').on(table.caseId, table.uploadedAt),
    index('documents_uploader').on(table.uploadedBy),
    index('documents_to_prepare').on(table.prepareDueAt).where(sql`prepared_at is null`),
    index('documents_search').using('gin', table.search),
    uniqueIndex('documents_storage').on(table.storageKey),
    index('documents_view').on(table.viewKey).where(sql`view_key is not null`),
    index('documents_preview').on(table.previewKey).where(sql`preview_key is not null`),
  ],
);

/** Earlier details of a document. */
export const documentVersions = pgTable(
  'document_versions',
  {
    id: id(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id),
    version: integer('version').notNull(),
    changedBy: uuid('changed_by')
      .notNull()
      .references(() => accounts.id),
    changedAt: createdAt('changed_at'),
    /** As sent: of no meaning where `sealed` has `date_unknown`. */
    issueDate: date('issue_date', { mode: 'string' }).notNull(),
    /** `{ document_medical_kind, source_kind, source_name, date_unknown? }`. */
    sealed: sealed().notNull(),
  },
  (table) => [uniqueIndex('document_versions_document').on(table.documentId, table.version)],
);

/** The files made for users to download, until they expire: data exports and records to take away. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    storageKey: text('storage_key').notNull(),
    /** Wrapped by the account's key. */
    fileKey: bytea('file_key').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    kind: text('kind', { enum: ['export', 'dossier', 'archive'] })
      .notNull()
      .default('export'),
    state: text('state', { enum: ['making', 'ready', 'failed'] })
      .notNull()
      .default('ready'),
    /** The pages that were drawn, and how many there will be. */
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    /** The last sign of life of the server that makes it. */
    heardAt: moment('heard_at'),
  },
  (table) => [index('data_exports_account').on(table.accountId), index('data_exports_storage').on(table.storageKey)],
);

/**
 * Files of erased accounts to delete: recorded in the transaction that deleted their rows, so that a killed server
 * continues later.
 */
export const erasedFiles = pgTable('erased_files', {
  storageKey: text('storage_key').primaryKey(),
  createdAt: createdAt(),
});

/**
 * The images of a DICOM upload. Different images with one instance UID are common, so the document is part of the key.
 */
export const dicomInstances = pgTable(
  'dicom_instances',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id),
    /** Index within the upload. */
    member: integer('member').notNull(),
    studyUid: text('study_uid').notNull(),
    seriesUid: text('series_uid').notNull(),
    instanceUid: text('instance_uid').notNull(),
    modality: text('modality').notNull(),
    seriesNumber: integer('series_number'),
    instanceNumber: integer('instance_number'),
    frames: integer('frames').notNull(),
    transferSyntax: text('transfer_syntax').notNull(),
    /** Hash of the image's bytes, whatever archive they came in. */
    sha256: text('sha256'),
    /** Other parsed data, with the metadata as DICOM JSON. */
    sealed: sealed().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.member] }),
    index('dicom_instances_study').on(table.studyUid),
  ],
);

/** Sealed links (SMART Health Links) to a part of a case; whoever has one needs no account. */
export const shareLinks = pgTable(
  'share_links',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => patients.id),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    /** Hash of the token in the manifest's URL, which only the link has. */
    tokenHash: bytea('token_hash').notNull(),
    /** `{ label, content }`, under the patient's key. */
    sealed: sealed().notNull(),
    passcodeHash: text('passcode_hash'),
    /** Wrong passcodes that are left; counted before each check. */
    triesLeft: integer('tries_left').notNull(),
    oneTime: boolean('one_time').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    /** Null while files are being added; it does not open before. */
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    endedBy: text('ended_by', { enum: ['owner', 'passcode', 'consent', 'used', 'expired'] }),
    openings: integer('openings').notNull().default(0),
    lastOpenedAt: moment('last_opened_at'),
  },
  (table) => [
    uniqueIndex('share_links_token').on(table.tokenHash),
    index('share_links_account').on(table.accountId, table.createdAt),
    index('share_links_case').on(table.caseId),
    index('share_links_running').on(table.expiresAt).where(sql`ended_at is null`),
  ],
);

/** Files of a sealed link, encrypted by the browser of its owner before they came. */
export const shareFiles = pgTable(
  'share_files',
  {
    id: id(),
    linkId: uuid('link_id')
      .notNull()
      .references(() => shareLinks.id),
    position: integer('position').notNull(),
    storageKey: text('storage_key').notNull(),
    /** Wrapped by the patient's key: a second layer over the browser's. */
    fileKey: bytea('file_key').notNull(),
    size: integer('size').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('share_files_position').on(table.linkId, table.position),
    index('share_files_storage').on(table.storageKey),
  ],
);

/** Openings of sealed links, each with the name that the recipient gave. */
export const shareOpenings = pgTable(
  'share_openings',
  {
    id: id(),
    linkId: uuid('link_id')
      .notNull()
      .references(() => shareLinks.id),
    at: createdAt('at'),
    /** `{ recipient }`, under the patient's key. */
    sealed: sealed().notNull(),
  },
  (table) => [index('share_openings_link').on(table.linkId, table.at)],
);

/** Archives of a record, from here or another installation, that a person's owner takes over to read. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => patients.id),
    /** As announced before the pieces arrived. */
    size: integer('size').notNull(),
    /** Wrapped by the patient's key; shared by its pieces. */
    fileKey: bytea('file_key').notNull(),
    /** The name of the file, and what is in it once it was checked. */
    sealed: sealed().notNull(),
    /** Hash of its manifest: no archive is taken over twice. Null until it was checked. */
    manifestSha256: text('manifest_sha256'),
    createdAt: createdAt(),
    takenAt: moment('taken_at'),
    /** Null once it was taken over. */
    expiresAt: moment('expires_at'),
  },
  (table) => [
    index('imports_account').on(table.accountId),
    index('imports_expiry').on(table.expiresAt).where(sql`expires_at is not null`),
    uniqueIndex('imports_once').on(table.patientId, table.manifestSha256).where(sql`taken_at is not null`),
  ],
);

/** The pieces of an archive, as they came. */
export const importPieces = pgTable(
  'import_pieces',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id),
    position: integer('position').notNull(),
    storageKey: text('storage_key').notNull(),
    size: integer('size').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.position] }),
    index('import_pieces_storage').on(table.storageKey),
  ],
);

/** Short-lived tickets for one file or one study. Only the token's hash. */
export const tickets = pgTable(
  'tickets',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    kind: text('kind', { enum: ['file', 'viewer', 'viewer_session', 'export', 'import', 'referral'] }).notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id),
    documentId: uuid('document_id').references(() => documents.id),
    studyUid: text('study_uid'),
    storageKey: text('storage_key'),
    importId: uuid('import_id').references(() => imports.id),
    referralId: uuid('referral_id').references(() => referrals.id),
    /** A file of that archive or referral; null for the archive itself. */
    member: integer('member'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('tickets_expiry').on(table.expiresAt)],
);
