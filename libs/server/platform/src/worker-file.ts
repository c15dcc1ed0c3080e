import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of a worker: built as a separate file beside the server; tests build it elsewhere. */
export const workerFile = (name: 'dicom' | 'memory' | 'reading' | 'storing'): string =>
  join(process.env['KONSIL_WORKER_DIR'] ?? dirname(fileURLToPath(import.meta.url)), `${name}.worker.mjs`);
