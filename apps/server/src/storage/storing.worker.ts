import { EventEmitter, once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { openFileStore, type StorageEnv } from './open-store.ts';
import type { FromStoring, ToStoring } from './storing.ts';

const files = openFileStore(workerData as StorageEnv);
const answer = (message: FromStoring): void => parentPort?.postMessage(message);

/** The pieces of one file on their way from the server to the disk. */
class Incoming {
  private readonly pieces: Buffer[] = [];
  private ended: 'whole' | 'lost' | null = null;
  private readonly arrival = new EventEmitter();

  constructor(private readonly id: number) {}

  take(message: ToStoring): void {
    if ('piece' in message) this.pieces.push(Buffer.from(message.piece, 0, message.length));
    if ('end' in message) this.ended = message.end;
    this.arrival.emit('news');
  }

  async *content(): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = this.pieces.shift();
      if (this.ended === 'lost') throw new Error('The sender is gone.');
      if (piece) {
        yield piece;
        answer({ id: this.id, taken: true });
      } else if (this.ended) return;
      else await once(this.arrival, 'news');
    }
  }
}

const incoming = new Map<number, Incoming>();

const store = async (id: number, file: Incoming, fileKey: Uint8Array): Promise<void> => {
  try {
    answer({ id, stored: await files.put(file.content(), Buffer.from(fileKey)) });
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
  void store(message.id, file, message.begin.fileKey);
});
