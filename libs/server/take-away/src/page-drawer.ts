import { setTimeout as pause } from 'node:timers/promises';
import { secondMs } from '@konsil/server-platform/clock';
import { isPhoto, type FileType } from '@konsil/server-dicom/file-type';
import { isDamage, reportDamage } from '@konsil/server-documents/damage';
import { MachineBusy } from '@konsil/server-documents/reading/reading-process';
import { ReadingPool, type ReadingOutcome } from '@konsil/server-documents/reading/reading-pool';
import type { DrawnPage, FileToDraw } from '@konsil/server-documents/reading/reading';
import type { DocumentRow } from '@konsil/server-domain/access/loaders';
import type { Kernel } from '@konsil/server-domain/http/kernel';

/** CPU time of a page. */
const pageMs = 20 * secondMs;
const mostTries = 3;
const busyMs = 2 * secondMs;

/** The drawn part of a document: a PDF itself, a photo, or the preview of images. */
const shownOf = ({ contentType, storageKey, viewKey, previewKey }: DocumentRow) => {
  if (contentType === 'application/pdf') return { key: storageKey, type: contentType as FileType };
  // Drawn anew in any case, so that the original does not bring its location along.
  if (isPhoto(contentType)) return { key: viewKey ?? storageKey, type: contentType as FileType };
  return previewKey ? { key: previewKey, type: 'image/webp' as const } : null;
};

/** Draws pages of documents in a process of its own, behind everything that somebody waits for. */
export class PageDrawer {
  private readonly pool: ReadingPool;

  constructor(private readonly kernel: Kernel) {
    this.pool = new ReadingPool(kernel.env, { niceness: 19 });
  }

  /** A page of a document; null if the file is intact but cannot be opened, or there is nothing to draw. */
  async draw(row: DocumentRow, page: number, accountId: string): Promise<DrawnPage | null> {
    const shown = shownOf(row);
    if (!shown) return null;
    const { vault, db } = this.kernel;
    const file = { ...shown, fileKey: await vault.unwrapFileKey(db, row.patientId, row.fileKey) };
    const drawn = await this.read(file, page, accountId);
    if (!drawn) await this.checkIntact(file, row);
    return drawn && 'kind' in drawn && drawn.kind === 'drawn' ? drawn : null;
  }

  close(): void {
    this.pool.close();
  }

  private async read(file: FileToDraw, page: number, accountId: string, tried = 1): Promise<ReadingOutcome> {
    try {
      return await this.pool.run({ task: 'draw', file, page }, pageMs, accountId);
    } catch (failure) {
      if (!(failure instanceof MachineBusy) || tried === mostTries) throw failure;
      await pause(busyMs);
      return this.read(file, page, accountId, tried + 1);
    }
  }

  /** A damaged or unreachable file must not be told as one that cannot be shown. */
  private async checkIntact(file: FileToDraw, row: DocumentRow): Promise<void> {
    try {
      const { read } = await this.kernel.files.get(file);
      for await (const _ of read());
    } catch (failure) {
      if (isDamage(failure)) await reportDamage(this.kernel, { documentId: row.id, patientId: row.patientId }, failure);
      throw failure;
    }
  }
}
