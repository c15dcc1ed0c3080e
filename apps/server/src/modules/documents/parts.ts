import type { Kernel } from '../../kernel/kernel.ts';
import type { StoringThread } from '../../storage/storing-thread.ts';
import type { DocumentReader } from './document-reader.ts';
import type { Preparing } from './preparing.ts';
import type { UploadGate } from './upload/upload-gate.ts';
import type { VirusScanner } from './virus-scanner.ts';

/** What the document routes work with beside the kernel. */
export interface DocumentParts {
  kernel: Kernel;
  storing: StoringThread;
  reader: DocumentReader;
  scanner: VirusScanner | null;
  preparing: Preparing;
  gate: UploadGate;
}
