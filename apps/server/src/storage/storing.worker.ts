import { EventEmitter, once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { openFileStore, type StorageEnv } from './open-store.ts';
import type { FromStoring, ToStoring } from './storing.ts';

const files = openFileStore(workerData as StorageEnv);
const answer = (message: FromStoring): void => parentPort?.postMessage(message);

/** The pieces of one file on their way from the server to the disk. */
class Incoming {
  private readonly pieces: { bytes: SharedArrayBuffer; length: number }[] = [];
  private ended: 'whole' | 'lost' | null = null;
  private readonly arrival = new EventEmitter();

  constructor(private readonly id: number) {}

  take(message: ToStoring): void {
    if ('piece' in message) this.pieces.push({ bytes: message.piece, length: message.length });
    if ('end' in message) this.ended = message.end;
    this.arrival.emit('news');
  }

  async *content(): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = this.pieces.shift();
      if (this.ended === 'lost') throw new Error('The sender is gone.');
      if (piece) {
        yield Buffer.from(piece.bytes, 0, piece.length);
        answer({ id: this.id, taken: piece.bytes });
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
