import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import type { Tx } from '@konsil/server-platform/database/client';
import { dicomInstances, documents, patients } from '@konsil/server-domain/schema';
import type { Actor } from '@konsil/server-domain/access/access';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { CaseRow, DocumentRow } from '@konsil/server-domain/access/loaders';
import type { DicomInstance } from '@konsil/server-dicom/dicom-instance';
import { record } from '@konsil/server-domain/steps/record';
import { documentSearch } from '../document-search.ts';
import { countAdded } from '../examinations.ts';
import { summarizeDicom } from '@konsil/server-domain/documents/dicom-summary';
import { intakeWith, withoutKnown } from './known-files.ts';
import { personNumbers } from './person-numbers.ts';
import { checkAccount, checkClinics, quotaInForce } from './quota.ts';
import type { ReceivedFile } from './receive-files.ts';
import { isOn, sideOf } from '@konsil/server-domain/access/sides';
import { readingSecrets } from './secrets-of-reading.ts';
import { dicomInstance } from '@konsil/server-domain/sealed/dicom-instance';
import { documentSecrets, type DocumentSecrets } from '@konsil/server-domain/sealed/document';
import { patientRecord } from '@konsil/server-domain/sealed/patient';

export interface AddedDocument {
  row: DocumentRow;
  skipped: { name: string; reason: string }[];
}
export interface AddedDocuments {
  added: AddedDocument[];
  /** Duplicates within the upload: their files are not needed. */
  known: ReceivedFile[];
}
export interface AddDocumentsInput {
  tx: Tx;
  actor: Actor;
  /** Locked: concurrent uploads to one case take turns, so that no file is added twice. */
  theCase: CaseRow;
  now: Date;
}

/** The entries of the access log for added documents. @param detail codes that say where they come from */
export const uploadsOf = (added: readonly AddedDocument[], detail?: AuditEntry['detail']): AuditEntry[] =>
  added.map(({ row }) => ({
    action: 'document.upload',
    result: 'allowed',
    patientId: row.patientId,
    caseId: row.caseId,
    documentId: row.id,
    detail,
  }));

const instancesOf = ({ inspection }: ReceivedFile): DicomInstance[] =>
  inspection.kind === 'dicom' ? inspection.instances : [];

const rowsAtOnce = 100;
const storeInstances = async (
  { vault }: Kernel,
  tx: Tx,
  { id: documentId, patientId }: DocumentRow,
  instances: readonly DicomInstance[],
): Promise<void> => {
  for (let from = 0; from < instances.length; from += rowsAtOnce) {
    const part = instances.slice(from, from + rowsAtOnce);
    await tx.insert(dicomInstances).values(
      await Promise.all(
        part.map(async (instance, index) => ({
          documentId,
          member: from + index,
          studyUid: instance.studyUid,
          seriesUid: instance.seriesUid,
          instanceUid: instance.instanceUid,
          modality: instance.modality,
          seriesNumber: instance.seriesNumber,
          instanceNumber: instance.instanceNumber,
          frames: instance.frames,
          transferSyntax: instance.transferSyntax,
          sha256: instance.sha256,
          sealed: await vault.seal(tx, patientId, dicomInstance, instance),
        })),
      ),
    );
  }
};

/** Creates documents from stored files: rows, images, timeline, event. All or, with the transaction, none. */
export const addDocuments = async (
  kernel: Kernel,
  adding: AddDocumentsInput,
  received: readonly ReceivedFile[],
): Promise<AddedDocuments> => {
  const { tx, actor, theCase, now } = adding;
  const { vault } = kernel;
  const bytes = received.reduce((sum, { stored }) => sum + stored.size, 0);
  const quota = await quotaInForce(tx, kernel.env);
  // By itself, because it changes the role of the transaction.
  await checkClinics(tx, theCase.doctorId, quota, bytes);
  // Started together, so that the database works while results are read.
  const [, { fresh, known }, [patientRow]] = await Promise.all([
    checkAccount(tx, actor.accountId, quota, { files: received.length, bytes }),
    withoutKnown(adding, received),
    tx.select().from(patients).where(eq(patients.id, theCase.patientId)),
  ]);
  if (!patientRow) throw new Error('The patient of a case is gone.');
  const patient = await vault.open(tx, patientRow.id, patientRecord, patientRow.sealed);

  const added: AddedDocument[] = [];
  const personOf = await personNumbers(kernel, adding, fresh);
  for (const { knownImages, ...file } of fresh) {
    const { fileName, type, stored, wrappedKey, inspection, scanState } = file;
    const instances = instancesOf(file);
    const dicom = summarizeDicom(instances);
    const secrets: DocumentSecrets = {
      ...readingSecrets(fileName, inspection, patient, now),
      ...(dicom ? { dicom } : {}),
      ...(inspection.kind === 'report' && { report: inspection.report }),
      ...(file.person && { person: file.person }),
      ...intakeWith(file.intake, knownImages),
    };
    const [row] = await tx
      .insert(documents)
      .values({
        id: randomUUID(),
        caseId: theCase.id,
        patientId: theCase.patientId,
        uploadedBy: actor.accountId,
        uploadedByRole: sideOf(actor),
        uploadedAt: now,
        sealed: await vault.seal(tx, theCase.patientId, documentSecrets, secrets),
        search: documentSearch(vault, secrets),
        contentType: type,
        size: stored.size,
        sha256: stored.sha256,
        isImage: dicom !== null,
        person: personOf(file),
        studyUid: dicom && !dicom.other_studies ? dicom.study_uid : null,
        storageKey: stored.key,
        fileKey: wrappedKey,
        scanState,
        beingRead: inspection.kind === 'pdf' && inspection.later === true,
        prepareDueAt: now,
        // A doctor's documents are visible to both sides at once.
        sentAt: isOn(actor, 'doctor') ? now : null,
      })
      .returning();
    if (!row) throw new Error('The document was not stored.');
    await storeInstances(kernel, tx, row, instances);
    added.push({ row, skipped: file.skipped.map(({ name, reason }) => ({ name, reason })) });
  }
  const rows = added.map(({ row }) => row);
  await record(
    { tx, now, actor, kernel },
    { step: 'documents_added', theCase, documents: rows, count: await countAdded(tx, rows) },
  );
  return { added, known };
};
