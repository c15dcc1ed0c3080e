import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a worker is: built as a file of its own beside the server; tests build it elsewhere and say where. */
export const workerFile = (name: 'dicom' | 'memory' | 'reading' | 'storing'): string =>
  join(process.env['KONSIL_WORKER_DIR'] ?? dirname(fileURLToPath(import.meta.url)), `${name}.worker.mjs`);
