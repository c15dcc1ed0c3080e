import { randomUUID } from 'node:crypto';
import type { PatientFields } from '@konsil/contracts/patients';
import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { dicomInstances, documents, patients } from '../../../db/schema';
import type { Actor } from '../../../kernel/access.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { CaseRow, DocumentRow } from '../../../kernel/loaders.ts';
import { Problem } from '../../../kernel/problems.ts';
import type { DicomInstance } from '../../../imaging/dicom-instance.ts';
import { dayOf } from '../../cases/working-days.ts';
import { tell } from '../../notifications/notices.ts';
import type { DocumentSecrets } from '../document-details.ts';
import { documentSearch } from '../document-search.ts';
import { publishDocument, recordAdded } from '../document-events.ts';
import { visibleTo } from '../document-rules.ts';
import { countAdded } from '../examinations.ts';
import { summarizeDicom } from '../dicom-summary.ts';
import { isDicomType } from '../file-type.ts';
import { guessDetails } from './guess-details.ts';
import { checkQuota } from './quota.ts';
import type { ReceivedFile } from './receive-files.ts';

export interface AddedDocument {
  row: DocumentRow;
  skipped: { name: string; reason: string }[];
}
interface Adding {
  tx: Tx;
  actor: Actor;
  /** Locked: two uploads to one case take turns, so that the same file is not added twice. */
  theCase: CaseRow;
  now: Date;
}

/**
 * The same bytes a second time are told, with the document they are already in, unless that one is the other side's secret.
 * @throws {Problem} `conflict` with `{ documentId, archived_at }` as current state.
 */
const refuseDuplicates = async ({ tx, actor, theCase }: Adding, received: readonly ReceivedFile[]): Promise<void> => {
  const sums = received.map(({ stored }) => stored.sha256);
  const [known] = await tx.select({ id: documents.id, archivedAt: documents.archivedAt }).from(documents)
    .where(and(eq(documents.caseId, theCase.id), inArray(documents.sha256, sums), visibleTo(actor))).limit(1);
  if (known) throw new Problem('conflict', { current: { documentId: known.id, archived_at: known.archivedAt?.toISOString() ?? null } });
  if (new Set(sums).size < sums.length) throw new Problem('conflict');
};

const rowsAtOnce = 100;
const storeInstances = async ({ vault }: Kernel, tx: Tx, { id: documentId, patientId }: DocumentRow, instances: readonly DicomInstance[]): Promise<void> => {
  for (let from = 0; from < instances.length; from += rowsAtOnce) {
    const part = instances.slice(from, from + rowsAtOnce);
    await tx.insert(dicomInstances).values(await Promise.all(part.map(async (instance, index) => ({
      documentId, member: from + index, studyUid: instance.studyUid, seriesUid: instance.seriesUid, instanceUid: instance.instanceUid, modality: instance.modality,
      seriesNumber: instance.seriesNumber, instanceNumber: instance.instanceNumber, frames: instance.frames, transferSyntax: instance.transferSyntax,
      sealed: await vault.seal(tx, patientId, instance),
    }))));
  }
};

/** Makes documents of stored files: rows, images, timeline, event. Everything or, with the transaction, nothing. */
export const addDocuments = async (kernel: Kernel, adding: Adding, received: readonly ReceivedFile[]): Promise<AddedDocument[]> => {
  const { tx, actor, theCase, now } = adding;
  const { vault } = kernel;
  // Asked together, the database answers the next one while an answer is read.
  const [, , [patientRow]] = await Promise.all([
    checkQuota(tx, actor.accountId, kernel.env, { files: received.length, bytes: received.reduce((sum, { stored }) => sum + stored.size, 0) }),
    refuseDuplicates(adding, received),
    tx.select().from(patients).where(eq(patients.id, theCase.patientId)),
  ]);
  if (!patientRow) throw new Error('The patient of a case is gone.');
  const patient = await vault.open<PatientFields>(tx, patientRow.id, patientRow.sealed);

  const added: AddedDocument[] = [];
  for (const { fileName, type, stored, wrappedKey, inspection, scanState } of received) {
    const instances = inspection.kind === 'dicom' ? inspection.instances : [];
    const dicom = summarizeDicom(instances);
    const pages = inspection.kind === 'pdf' ? inspection.pages : undefined;
    const guess = guessDetails({ fileName, inspection, bornOn: patient.date_of_birth, today: dayOf(now) });
    const unopened = inspection.kind === 'pdf' && inspection.pages === undefined;
    const secrets: DocumentSecrets = { file_name: fileName, ...(pages ? { pages } : {}), ...(unopened ? { unopened } : {}), ...(dicom ? { dicom } : {}), guess };
    const [row] = await tx.insert(documents).values({
      id: randomUUID(), caseId: theCase.id, patientId: theCase.patientId, uploadedBy: actor.accountId, uploadedByRole: actor.role, uploadedAt: now,
      sealed: await vault.seal(tx, theCase.patientId, secrets), search: documentSearch(vault, secrets),
      contentType: type, size: stored.size, sha256: stored.sha256, isImage: isDicomType(type), studyUid: dicom && !dicom.other_studies ? dicom.study_uid : null, storageKey: stored.key, fileKey: wrappedKey, scanState, prepareDueAt: now,
      // What a doctor adds is there for both sides at once.
      sentAt: actor.role === 'doctor' ? now : null,
    }).returning();
    if (!row) throw new Error('The document was not stored.');
    await storeInstances(kernel, tx, row, instances);
    await publishDocument(tx, theCase, row, actor.accountId, actor.role === 'doctor' ? 'document_added' : 'document');
    added.push({ row, skipped: inspection.kind === 'dicom' ? inspection.skipped : [] });
  }
  await recordAdded(tx, theCase, actor, await countAdded(tx, added.map(({ row }) => row)), now);
  if (actor.role === 'doctor') await tell({ tx, now, kernel }, { accountId: theCase.accountId, kind: 'document', caseId: theCase.id });
  return added;
};
