import { EventEmitter, once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { Chunk } from './chunk-cipher.ts';
import { onServiceSample } from '@konsil/server-platform/service-times';
import { openFileStore, type StorageEnv } from './open-store.ts';
import type { FromStoring, SharedChunk, ToStoring } from './storing.ts';

const files = openFileStore(workerData as StorageEnv);
const answer = (message: FromStoring): void => parentPort?.postMessage(message);

onServiceSample((sample) => answer({ sample }));

/** The chunks of one file on their way to the disk. */
class Incoming {
  private readonly waiting: { chunk: SharedChunk; last: boolean }[] = [];
  private lost = false;
  private readonly arrival = new EventEmitter();

  constructor(private readonly id: number) {}

  take(message: ToStoring): void {
    if ('chunk' in message) this.waiting.push(message);
    if ('end' in message) this.lost = true;
    this.arrival.emit('news');
  }

  async *chunks(): AsyncGenerator<Chunk> {
    for (;;) {
      const next = this.waiting.shift();
      if (this.lost) throw new Error('The sender is gone.');
      if (!next) {
        await once(this.arrival, 'news');
        continue;
      }
      const { memory, start, length } = next.chunk;
      yield { bytes: Buffer.from(memory, start, length), last: next.last };
      answer({ id: this.id, taken: memory });
      if (next.last) return;
    }
  }
}

const incoming = new Map<number, Incoming>();

const store = async (
  id: number,
  file: Incoming,
  { key, fileKey }: { key: string; fileKey: Uint8Array },
): Promise<void> => {
  try {
    answer({ id, stored: await files.putAs({ key, fileKey: Buffer.from(fileKey) }, file.chunks()) });
  } catch (error) {
    answer({ id, failed: error instanceof Error ? error.message : String(error) });
  } finally {
    incoming.delete(id);
  }
};

parentPort?.on('message', (message: ToStoring) => {
  if (!('begin' in message)) return incoming.get(message.id)?.take(message);
  const file = new Incoming(message.id);
  incoming.set(message.id, file);
  void store(message.id, file, message.begin);
});
