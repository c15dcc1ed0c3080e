import { constants } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

const pageBytes = 4096;
const slotBytes = 1024 * 1024;
const slotsAtOnce = 8;

/**
 * Memory that begins at a page, which writing past the system's cache asks for. Only WebAssembly's does so for certain.
 * What was used once is used again: fresh memory costs more than what is written from it.
 */
class Slots {
  private readonly spare: Buffer[] = [];

  take(): Buffer {
    const slot = this.spare.pop();
    if (slot) return slot;
    const { buffer } = new WebAssembly.Memory({ initial: (slotsAtOnce * slotBytes) / (64 * 1024) });
    for (let n = 0; n < slotsAtOnce; n += 1) this.spare.push(Buffer.from(buffer, n * slotBytes, slotBytes));
    return this.take();
  }
  give(slot: Buffer): void {
    this.spare.push(slot);
  }
}
const slots = new Slots();

const writeAll = async (file: FileHandle, bytes: Buffer, position: number): Promise<void> => {
  // A disk that is nearly full takes a part: the rest then fails with its reason.
  for (let written = 0; written < bytes.length; )
    written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
};

/** A promise that is awaited later; until then its failure must not count as unhandled. */
const awaitedLater = (work: Promise<void>): Promise<void> => {
  work.catch(() => undefined);
  return work;
};

/**
 * Opens a file that must not be there yet, for {@link writeInSlots}. Where the file system lets us, what is written goes to the disk
 * itself (O_DIRECT): a copy in the system's cache would cost more than all else that is done with an upload, and be read once at most.
 */
export const openForSlots = (path: string, direct: boolean): Promise<FileHandle> =>
  open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (direct ? constants.O_DIRECT : 0), 0o600);

/** Whether files in a folder can be written past the system's cache: some file systems refuse it at once, others when one writes. */
export const takesDirectWrites = async (folder: string, probe: string): Promise<boolean> => {
  // Only Linux knows it.
  if (constants.O_DIRECT === undefined) return false;
  const path = join(folder, probe);
  const slot = slots.take();
  try {
    const file = await openForSlots(path, true);
    await writeAll(file, slot.subarray(0, pageBytes), 0).finally(() => file.close());
    return true;
  } catch {
    return false;
  } finally {
    slots.give(slot);
    await rm(path, { force: true });
  }
};

/** Writes a whole file from its beginning, in large steps: while one is on its way to the disk, the next is already gathered. */
export const writeInSlots = async (file: FileHandle, bytes: AsyncIterable<Buffer>): Promise<void> => {
  let slot = slots.take();
  let filled = 0;
  let position = 0;
  let writing = Promise.resolve();
  const next = async () => {
    await writing;
    const full = slot;
    slot = slots.take();
    writing = awaitedLater(writeAll(file, full, position).finally(() => slots.give(full)));
    position += slotBytes;
    filled = 0;
  };
  try {
    for await (const piece of bytes) {
      for (let from = 0; from < piece.length; ) {
        if (filled === slotBytes) await next();
        const copied = piece.copy(slot, filled, from);
        filled += copied;
        from += copied;
      }
    }
    await writing;
    // Only whole pages go past the cache: what is too much is cut off again.
    const whole = Math.ceil(filled / pageBytes) * pageBytes;
    await writeAll(file, slot.subarray(0, whole).fill(0, filled), position);
    await file.truncate(position + filled);
  } finally {
    await writing.catch(() => undefined);
    slots.give(slot);
  }
};
