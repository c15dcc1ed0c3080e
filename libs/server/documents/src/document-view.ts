import type { Document } from '@konsil/contracts/documents';
import type { MedicalKind, SourceKind } from '@konsil/contracts/codes';
import type { FastifyRequest } from 'fastify';
import { documents } from '@konsil/server-domain/schema';
import type { Tx } from '@konsil/server-platform/database/client';
import type { Actor } from '@konsil/server-domain/access/access';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { CaseRow, DocumentRow } from '@konsil/server-domain/access/loaders';
import { requestOrigin } from '@konsil/server-platform/http/origins';
import { namesOf, writtenBy, type Names } from '@konsil/server-domain/names/names';
import { patientOf } from '@konsil/server-domain/patients/patient-record';
import { previewAddresses } from './delivery/preview-address.ts';
import { comparedWith, peopleOf, otherPersonIn } from '@konsil/server-domain/documents/dicom-summary';
import { isNew, isUnread } from '@konsil/server-domain/documents/document-rules';
import { isDicomType } from '@konsil/server-dicom/file-type';
import { documentSecrets, type DocumentSecrets } from '@konsil/server-domain/sealed/document';

/** The reader and the transaction: part of every route's context. */
export interface Reading {
  tx: Tx;
  actor: Actor;
  session: { id: string };
  request: FastifyRequest;
  now: Date;
}

/**
 * The columns needed to show a document. Search hashes and file keys are left out, because they are slow to load by the
 * thousand.
 */
export const shownColumns = {
  id: documents.id,
  caseId: documents.caseId,
  version: documents.version,
  sealed: documents.sealed,
  contentType: documents.contentType,
  size: documents.size,
  sha256: documents.sha256,
  isImage: documents.isImage,
  studyUid: documents.studyUid,
  person: documents.person,
  medicalKindCode: documents.medicalKindCode,
  sourceKindCode: documents.sourceKindCode,
  issueDate: documents.issueDate,
  describedAt: documents.describedAt,
  uploadedBy: documents.uploadedBy,
  uploadedByRole: documents.uploadedByRole,
  uploadedAt: documents.uploadedAt,
  sentAt: documents.sentAt,
  archivedAt: documents.archivedAt,
  readAt: documents.readAt,
  previewKey: documents.previewKey,
  preparedAt: documents.preparedAt,
  viewSize: documents.viewSize,
  viewSha256: documents.viewSha256,
  beingRead: documents.beingRead,
  scanState: documents.scanState,
};
export type ShownRow = Pick<DocumentRow, keyof typeof shownColumns>;

/**
 * True if the actor uploaded the document, or somebody who acts for the actor did. Only they describe and archive it.
 */
export const isMine = (
  row: Pick<ShownRow, 'uploadedBy' | 'uploadedByRole'>,
  { accountId }: Pick<CaseRow, 'accountId'>,
  actor: Actor,
): boolean => row.uploadedBy === actor.accountId || (row.uploadedByRole === 'patient' && accountId === actor.accountId);

/** Documents with decrypted contents, and the patient to compare images with. */
export interface OpenedDocuments {
  opened: { row: ShownRow; secrets: DocumentSecrets }[];
  patient: Awaited<ReturnType<typeof patientOf>> | undefined;
}
/** Decrypts documents of one patient. */
export const openDocuments = async (
  { vault }: Kernel,
  tx: Tx,
  { patientId }: Pick<CaseRow, 'patientId'>,
  rows: readonly ShownRow[],
): Promise<OpenedDocuments> => {
  const open = await vault.opener(tx, patientId, documentSecrets);
  const patient = () => patientOf(tx, vault, patientId);
  const openAll = async () => rows.map((row) => ({ row, secrets: open(row.sealed) }));
  // Queries run while thousands are decrypted.
  const [early, opened] = await Promise.all([
    rows.some((row) => isDicomType(row.contentType)) ? patient() : undefined,
    openAll(),
  ]);
  return { opened, patient: early ?? (opened.some(({ secrets }) => secrets.person) ? await patient() : undefined) };
};

/**
 * Serializes documents of one case for their reader; `names` maps accounts to uploaders. The caller has checked access.
 */
export const showNamedDocuments = (
  kernel: Kernel,
  reading: Reading,
  theCase: CaseRow,
  { opened, patient }: OpenedDocuments,
  names: Names,
): Document[] => {
  const { actor, session, now } = reading;
  const origin = requestOrigin(kernel.env, reading.request);
  const previewOf = previewAddresses(kernel.vault, session.id, now);
  // Missing values are undefined, and not sent: objects of one shape are created and serialized many times faster.
  return opened.map(({ row, secrets }): Document => {
    return {
      id: row.id,
      version: row.version,
      case_id: theCase.id,
      file_name: secrets.file_name,
      content_type: row.contentType,
      size: row.size,
      sha256: row.sha256,
      view:
        row.viewSize !== null && row.viewSha256 !== null ? { size: row.viewSize, sha256: row.viewSha256 } : undefined,
      group: row.isImage ? 'image' : 'document',
      document_medical_kind: secrets.document_medical_kind ?? null,
      medical_kind_code: row.medicalKindCode as MedicalKind | null,
      source_kind: secrets.source_kind ?? null,
      source_kind_code: row.sourceKindCode as SourceKind | null,
      source_name: secrets.source_name ?? null,
      issue_date: row.issueDate,
      details_missing: row.describedAt === null,
      guess: isMine(row, theCase, actor) ? secrets.guess : undefined,
      uploaded_by: {
        role: row.uploadedByRole,
        ...writtenBy(names, row.uploadedBy, { side: row.uploadedByRole, ownerId: theCase.accountId }),
        mine: isMine(row, theCase, actor),
      },
      uploaded_at: iso(row.uploadedAt),
      sent_at: isoOrNull(row.sentAt),
      archived_at: isoOrNull(row.archivedAt),
      is_new: isNew(row, theCase, actor),
      unread: isUnread(row, actor) || undefined,
      state: row.scanState,
      preview_url: row.previewKey && row.scanState === 'ready' ? origin + previewOf(row.id) : null,
      preview_coming: row.preparedAt ? undefined : true,
      pages: secrets.pages || undefined,
      unopened: secrets.unopened,
      dicom:
        secrets.dicom && patient ? { ...comparedWith(secrets.dicom, patient), person: row.person || undefined } : null,
      report: secrets.report,
      stranger: patient
        ? otherPersonIn(secrets.dicom ? peopleOf(secrets.dicom) : secrets.person ? [secrets.person] : [], patient)
        : undefined,
      intake: secrets.intake,
      being_read: row.beingRead || undefined,
      form: secrets.form,
    };
  });
};

/** Shows documents with the names loaded here, in a constant number of queries. */
export const showDocuments = async (
  kernel: Kernel,
  reading: Reading,
  theCase: CaseRow,
  rows: readonly ShownRow[],
): Promise<Document[]> =>
  rows.length === 0
    ? []
    : showNamedDocuments(
        kernel,
        reading,
        theCase,
        await openDocuments(kernel, reading.tx, theCase, rows),
        await namesOf(
          reading.tx,
          kernel.vault,
          rows.map((row) => row.uploadedBy),
        ),
      );

/** Serializes one document for its reader. */
export const showDocument = async (
  kernel: Kernel,
  reading: Reading,
  theCase: CaseRow,
  row: ShownRow,
): Promise<Document> => {
  const [shown] = await showDocuments(kernel, reading, theCase, [row]);
  if (!shown) throw new Error('A document was not shown.');
  return shown;
};
