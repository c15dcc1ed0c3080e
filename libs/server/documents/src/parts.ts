import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { StoringThread } from '@konsil/server-storage/storing-thread';
import type { DocumentReader } from './document-reader.ts';
import type { Preparing } from './preparing.ts';
import type { UploadGate } from './upload/upload-gate.ts';
import type { VirusScanner } from './virus-scanner.ts';

/** The dependencies of the document routes besides the kernel. */
export interface DocumentParts {
  kernel: Kernel;
  storing: StoringThread;
  reader: DocumentReader;
  scanner: VirusScanner | null;
  preparing: Preparing;
  gate: UploadGate;
}
