import { setTimeout as pause } from 'node:timers/promises';
import { secondMs } from '@konsil/server-platform/clock';
import { isPhoto, type FileType } from '@konsil/server-dicom/file-type';
import type { DocumentRow } from '@konsil/server-domain/access/loaders';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { FileRef } from '@konsil/server-storage/file-store';
import { isDamage, reportDamage } from './damage.ts';
import { ReadingPool, type ReadingOutcome } from './reading/reading-pool.ts';
import { MachineBusy, type ReadingOptions } from './reading/reading-process.ts';
import type { ReadingJob } from './reading/reading.ts';

/** CPU time of a picture. */
const pictureMs = 20 * secondMs;
const mostTries = 3;
const busyMs = 2 * secondMs;

/** The drawn part of a document: a PDF itself, a photo, or the preview of images; null without one. */
export const partToDraw = ({
  contentType,
  storageKey,
  viewKey,
  previewKey,
}: Pick<DocumentRow, 'contentType' | 'storageKey' | 'viewKey' | 'previewKey'>) => {
  if (contentType === 'application/pdf') return { key: storageKey, type: contentType as FileType };
  // Drawn anew in any case, so that the original does not bring its location along.
  if (isPhoto(contentType)) return { key: viewKey ?? storageKey, type: contentType as FileType };
  return previewKey ? { key: previewKey, type: 'image/webp' as const } : null;
};

/** Draws files in a separate process. */
export class FileDrawer {
  private readonly pool: ReadingPool;
  private closed = false;

  constructor(
    private readonly kernel: Kernel,
    options: ReadingOptions = {},
  ) {
    this.pool = new ReadingPool(kernel.env, options);
  }

  /**
   * The reply to a job; null if the file is intact but cannot be drawn.
   * @throws {MachineBusy} when the machine had no time for it
   * @throws {Error} when the file is damaged, or cannot be reached
   */
  async draw(job: ReadingJob & { file: FileRef }, row: DocumentRow, accountId: string): Promise<ReadingOutcome> {
    const drawn = await this.run(job, accountId);
    // A damaged or unreachable file must not be reported as one that cannot be shown.
    if (!drawn) await this.checkIntact(job.file, row);
    return drawn;
  }

  /** The reply to a job about bytes. @see draw */
  async run(job: ReadingJob, accountId: string, tried = 1): Promise<ReadingOutcome> {
    try {
      const reply = await this.pool.run(job, pictureMs, accountId);
      // A process that was ended with the server says nothing about the file.
      if (this.closed) throw new Error('The server is stopping.');
      return reply;
    } catch (failure) {
      if (!(failure instanceof MachineBusy) || tried === mostTries) throw failure;
      await pause(busyMs);
      return this.run(job, accountId, tried + 1);
    }
  }

  close(): void {
    this.closed = true;
    this.pool.close();
  }

  private async checkIntact(file: FileRef, row: DocumentRow): Promise<void> {
    try {
      const { read } = await this.kernel.files.get(file);
      for await (const _ of read());
    } catch (failure) {
      if (isDamage(failure)) await reportDamage(this.kernel, { documentId: row.id, patientId: row.patientId }, failure);
      throw failure;
    }
  }
}
