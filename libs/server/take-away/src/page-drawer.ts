import { FileDrawer, partToDraw } from '@konsil/server-documents/file-drawer';
import type { DrawnPage } from '@konsil/server-documents/reading/reading';
import type { DocumentRow } from '@konsil/server-domain/access/loaders';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';

/** Draws pages of documents in a separate process with low priority. */
export class PageDrawer {
  private readonly drawer: FileDrawer;

  constructor(private readonly kernel: Kernel) {
    this.drawer = new FileDrawer(kernel, { niceness: 10 });
  }

  /** A page of a document; null if the file is intact but cannot be opened, or there is nothing to draw. */
  async draw(row: DocumentRow, page: number, accountId: string): Promise<DrawnPage | null> {
    const part = partToDraw(row);
    if (!part) return null;
    const { vault, db } = this.kernel;
    const file = { ...part, fileKey: await vault.unwrapFileKey(db, row.patientId, row.fileKey) };
    const drawn = await this.drawer.draw({ task: 'draw', file, page }, row, accountId);
    return drawn && 'kind' in drawn && drawn.kind === 'drawn' ? drawn : null;
  }

  close(): void {
    this.drawer.close();
  }
}
