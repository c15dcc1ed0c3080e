import { Worker } from 'node:worker_threads';
import { noteService } from '@konsil/server-platform/service-times';
import { workerFile } from '@konsil/server-platform/worker-file';
import { chunkMemory, inChunks } from './chunk-cipher.ts';
import type { FileRef, StoredFile } from './file-store.ts';
import type { StorageEnv } from './open-store.ts';
import type { FromStoring, ToStoring } from './storing.ts';

// One chunk is hashed and encrypted while the next one is gathered.
const mostInFlight = 2;
const mostSpare = 8;

interface Running {
  taken: () => void;
  done: (stored: StoredFile) => void;
  failed: (error: Error) => void;
}

/**
 * Hashes, encrypts and stores uploads on a thread of its own, so that a flood of them leaves the server's own thread to everybody else.
 * It starts with the first upload; when it breaks down, the uploads on their way fail and the next one starts it anew.
 */
export class StoringThread {
  private worker: Worker | null = null;
  private lastId = 0;
  private readonly running = new Map<number, Running>();
  // Memory that comes and goes by the megabyte makes the collector look through everything, again and again; also when it is only handed over.
  private readonly spare: SharedArrayBuffer[] = [];

  constructor(private readonly env: StorageEnv) {}

  /** As `FileStore.putAs`: whole or not at all. When the source fails, its error is thrown. */
  async put(source: AsyncIterable<Buffer>, { key, fileKey }: FileRef): Promise<StoredFile> {
    const worker = (this.worker ??= this.start());
    const id = (this.lastId += 1);
    let inFlight = 0;
    let makeRoom: (() => void) | undefined;
    const stored = new Promise<StoredFile>((done, failed) => {
      const taken = () => {
        inFlight -= 1;
        makeRoom?.();
      };
      this.running.set(id, {
        taken,
        done,
        failed: (error) => {
          failed(error);
          makeRoom?.();
        },
      });
    });
    stored.catch(() => undefined);
    const tell = (message: ToStoring) => worker.postMessage(message);
    tell({ id, begin: { key, fileKey } });
    try {
      for await (const { bytes, last } of inChunks(source, () => this.memory())) {
        tell({
          id,
          chunk: { memory: bytes.buffer as SharedArrayBuffer, start: bytes.byteOffset, length: bytes.length },
          last,
        });
        inFlight += 1;
        while (inFlight >= mostInFlight && this.running.has(id))
          await new Promise<void>((resolve) => (makeRoom = resolve));
        if (!this.running.has(id)) break;
      }
      return await stored;
    } catch (error) {
      if (this.running.has(id)) {
        tell({ id, end: 'lost' });
        await stored.catch(() => undefined);
      }
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(): Worker {
    const {
      KONSIL_DATA_DIR,
      S3_ENDPOINT,
      S3_BUCKET,
      S3_REGION,
      S3_ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY,
      storagePrefix = '',
    } = this.env;
    const workerData: StorageEnv = {
      KONSIL_DATA_DIR,
      S3_ENDPOINT,
      S3_BUCKET,
      S3_REGION,
      S3_ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY,
      storagePrefix,
    };
    const worker = new Worker(workerFile('storing'), { workerData, env: {} });
    worker.unref();
    worker.on('message', (message: FromStoring) => this.hear(message));
    // What ends it is told by its exit.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.worker === worker) this.worker = null;
      for (const id of [...this.running.keys()]) this.hear({ id, failed: 'The storing thread ended.' });
    });
    return worker;
  }

  private memory(): Buffer {
    return Buffer.from(this.spare.pop() ?? new SharedArrayBuffer(chunkMemory));
  }

  private hear(message: FromStoring): void {
    if ('sample' in message) return noteService(message.sample);
    if ('taken' in message && this.spare.length < mostSpare) this.spare.push(message.taken);
    const file = this.running.get(message.id);
    if (!file) return;
    if ('taken' in message) return file.taken();
    this.running.delete(message.id);
    if ('stored' in message) file.done(message.stored);
    else file.failed(new Error(message.failed));
  }
}
