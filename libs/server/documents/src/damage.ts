import { appendAudit } from '@konsil/server-platform/audit/audit';
import type { Kernel } from '@konsil/server-domain/http/kernel';
import { DamagedFile, ObjectMissing } from '@konsil/server-storage/object-store';

/** Whose file it was. */
export interface Damaged {
  documentId?: string;
  patientId?: string;
}

/** Whether a stored file is not what was stored, or gone; other failures are of the storage. */
export const isDamage = (failure: unknown): boolean =>
  failure instanceof DamagedFile || failure instanceof ObjectMissing;

/** Damage is written down and told the operator, whoever came upon it: the download or the viewer. The bytes never leave. */
export const tellDamage = async (
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
