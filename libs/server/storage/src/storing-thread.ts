import { Worker } from 'node:worker_threads';
import { recordServiceSample } from '@konsil/server-platform/service-times';
import { workerFile } from '@konsil/server-platform/worker-file';
import { chunkMemory, inChunks } from './chunk-cipher.ts';
import type { FileRef, StoredFile } from './file-store.ts';
import type { StorageEnv } from './open-store.ts';
import type { FromStoring, ToStoring } from './storing.ts';

// One chunk is hashed and encrypted while the next one is collected.
const mostInFlight = 2;
const mostSpare = 8;

interface Running {
  taken: () => void;
  done: (stored: StoredFile) => void;
  failed: (error: Error) => void;
}

/**
 * Hashes, encrypts and stores uploads in a worker thread, so that a flood of them does not block the main thread.
 * Starts with the first upload; if it crashes, running uploads fail and the next one restarts it.
 */
export class StoringThread {
  private worker: Worker | null = null;
  private lastId = 0;
  private readonly running = new Map<number, Running>();
  // Reused memory: allocating by the megabyte triggers expensive garbage collections, also for transferred buffers.
  private readonly spare: SharedArrayBuffer[] = [];

  constructor(private readonly env: StorageEnv) {}

  /** Like `FileStore.putAs`: atomic. If the source fails, rejects with its error. */
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
    // The exit event reports its end.
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
    if ('sample' in message) return recordServiceSample(message.sample);
    if ('taken' in message && this.spare.length < mostSpare) this.spare.push(message.taken);
    const file = this.running.get(message.id);
    if (!file) return;
    if ('taken' in message) return file.taken();
    this.running.delete(message.id);
    if ('stored' in message) file.done(message.stored);
    else file.failed(new Error(message.failed));
  }
}
