import { and, isNull, lt } from 'drizzle-orm';
import { documents } from '@konsil/server-domain/schema';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { loadOf } from '@konsil/server-platform/metrics';
import type { DocumentReader } from './document-reader.ts';
import type { UploadGate } from './upload/upload-gate.ts';

/** Documents of the installation that are due to be scanned, read or drawn. */
export const countWaitingDocuments = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>): Promise<number> =>
  db.$count(documents, and(isNull(documents.preparedAt), lt(documents.prepareDueAt, clock.now())));

/** Gauges for the operator: uploads, and documents being processed. */
export const addDocumentGauges = (
  { gauges, db, clock }: Pick<Kernel, 'gauges' | 'db' | 'clock'>,
  gate: UploadGate,
  reader: DocumentReader,
): void => {
  gauges.addEach(
    'konsil_uploads',
    'Uploads of this process that are received, and that wait for a place',
    ['state'],
    async () => loadOf(gate.load),
  );
  gauges.addEach(
    'konsil_readers',
    'Files that reading processes of this server work on, and that wait for one, by whether somebody waits for it',
    ['pool', 'state'],
    async () =>
      Object.entries(reader.load).flatMap(([pool, load]) =>
        loadOf(load).map(({ labels, value }) => ({ labels: { pool, ...labels }, value })),
      ),
  );
  gauges.add(
    'konsil_documents_waiting',
    'Documents of the installation that are due to be scanned, read or drawn',
    () => countWaitingDocuments({ db, clock }),
  );
};
