import { appendAudit } from '@konsil/server-platform/audit/audit';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { DamagedFile, ObjectMissing } from '@konsil/server-storage/object-store';

/** The owner of the file. */
export interface Damaged {
  documentId?: string;
  patientId?: string;
}

/** True if a stored file was changed or is missing, as opposed to a failure of the storage. */
export const isDamage = (failure: unknown): boolean =>
  failure instanceof DamagedFile || failure instanceof ObjectMissing;

/**
 * Logs a damaged file and alerts the operator, whether the download or the viewer found it. Its bytes are never sent.
 */
export const reportDamage = async (
  { db, vault, clock, log }: Pick<Kernel, 'db' | 'vault' | 'clock' | 'log'>,
  { documentId, patientId }: Damaged,
  failure: unknown,
): Promise<void> => {
  log.error({ failure, documentId }, 'a stored file is damaged');
  await db.transaction((tx) =>
    appendAudit(tx, vault, { accountId: null, role: 'system' }, clock.now(), [
      { action: 'file.damaged', result: 'denied', patientId, documentId },
    ]),
  );
};
