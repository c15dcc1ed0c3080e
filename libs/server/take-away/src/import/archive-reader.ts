import type { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import type { OpenedFile } from '@konsil/server-storage/file-store';

// The directory is read in pieces of some bytes, each of which would decrypt a whole chunk of the stored file.
const blockBytes = 1024 * 1024;

/** Reads a stored file for yauzl; keeps the last block that a small read needed. */
export class ArchiveReader extends RandomAccessReader {
  private block: { start: number; bytes: Buffer } | null = null;

  constructor(private readonly file: OpenedFile) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.file.read({ start, end });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (failure: Error | null) => void,
  ): void {
    this.fill(buffer, offset, length, position).then(
      () => callback(null),
      (failure: unknown) => callback(failure as Error),
    );
  }

  private async fill(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    for (let done = 0; done < length; ) {
      const at = position + done;
      const { start, bytes } = await this.blockAt(Math.floor(at / blockBytes) * blockBytes);
      const copied = bytes.copy(buffer, offset + done, at - start, at - start + length - done);
      if (copied === 0) throw new Error('The archive ends too early.');
      done += copied;
    }
  }

  private async blockAt(start: number): Promise<{ start: number; bytes: Buffer }> {
    if (this.block?.start === start) return this.block;
    if (start >= this.file.size) return { start, bytes: Buffer.alloc(0) };
    const pieces: Buffer[] = [];
    for await (const piece of this.file.read({ start, end: Math.min(this.file.size, start + blockBytes) }))
      pieces.push(piece as Buffer);
    this.block = { start, bytes: Buffer.concat(pieces) };
    return this.block;
  }
}
