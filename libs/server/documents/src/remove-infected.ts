import { portalOf } from '@konsil/server-platform/http/origins';
import { eq } from 'drizzle-orm';
import { accounts, dicomInstances, documents, documentVersions, tickets } from '@konsil/server-domain/schema';
import { appendAudit } from '@konsil/server-platform/audit/audit';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { loadCase, type DocumentRow } from '@konsil/server-domain/access/loaders';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { deleteErasedFiles, nameErasedFiles } from './erased-files.ts';
import { record } from '@konsil/server-domain/steps/record';

/** Removes a document in which malware was found after it was stored, and notifies its uploader. */
export const removeInfected = async (kernel: Kernel, row: DocumentRow): Promise<void> => {
  const { db, vault, clock, env } = kernel;
  await db.transaction(async (tx) => {
    const theCase = await loadCase(tx, row.caseId, true);
    await tx.delete(tickets).where(eq(tickets.documentId, row.id));
    await tx.delete(dicomInstances).where(eq(dicomInstances.documentId, row.id));
    await tx.delete(documentVersions).where(eq(documentVersions.documentId, row.id));
    const removed = await tx.delete(documents).where(eq(documents.id, row.id)).returning({ id: documents.id });
    // Removed meanwhile, also by another server that found the malware, which has told of it.
    if (removed.length === 0) return;
    await nameErasedFiles(tx, [row.storageKey]);
    const actor = { accountId: row.uploadedBy, role: 'system' as const };
    if (theCase) await record({ tx, now: clock.now(), actor }, { step: 'document_changed', theCase, document: row });
    const [sender] = await tx.select().from(accounts).where(eq(accounts.id, row.uploadedBy));
    if (sender)
      await enqueueEmail(tx, vault, {
        to: sender.email,
        locale: sender.locale,
        accountId: sender.id,
        template: 'document_infected',
        data: { link: portalOf(env, sender.role) },
      });
    await appendAudit(tx, vault, { accountId: null, role: 'system' }, clock.now(), [
      { action: 'file.infected', result: 'denied', patientId: row.patientId, caseId: row.caseId, documentId: row.id },
    ]);
  });
  await deleteErasedFiles(kernel);
};
