import { constants } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

const pageBytes = 4096;
const slotBytes = 1024 * 1024;
const slotsAtOnce = 8;

/**
 * Page-aligned memory, required for direct I/O. Only WebAssembly memory is reliably aligned. Reused, because fresh
 * memory costs more than the write.
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
  // A nearly full disk writes partially: the rest then fails with its reason.
  for (let written = 0; written < bytes.length; )
    written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
};

/** Marks a promise that is awaited later, to avoid an unhandled rejection. */
const awaitedLater = (work: Promise<void>): Promise<void> => {
  work.catch(() => undefined);
  return work;
};

/**
 * Creates a file exclusively, for {@link writeInSlots}. Uses direct I/O (O_DIRECT) where supported: the system's cache
 * would cost more than the rest of an upload, for at most one later read.
 */
export const openForSlots = (path: string, direct: boolean): Promise<FileHandle> =>
  open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (direct ? constants.O_DIRECT : 0), 0o600);

/** True if files in a folder can be written with direct I/O: some file systems refuse on open, others on write. */
export const supportsDirectWrites = async (folder: string, probe: string): Promise<boolean> => {
  // Linux only.
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

/** Writes a file sequentially in large steps: while one is written, the next is collected. */
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
    // Direct I/O writes whole pages: the excess is truncated.
    const whole = Math.ceil(filled / pageBytes) * pageBytes;
    await writeAll(file, slot.subarray(0, whole).fill(0, filled), position);
    await file.truncate(position + filled);
  } finally {
    await writing.catch(() => undefined);
    slots.give(slot);
  }
};
