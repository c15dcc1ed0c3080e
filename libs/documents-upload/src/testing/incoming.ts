import type { ChosenFile } from '../incoming/incoming.ts';
import { sortIncoming } from '../incoming/sort-incoming.ts';

export { checksumOf } from '../files/checksum.ts';
export { uploadQueue } from '../queue/uploads.ts';
export { aMail } from './mails.ts';

/** Looks through files in the page itself: jsdom has no workers. */
export class PageWorker {
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  private ended = false;

  postMessage(chosen: readonly ChosenFile[]): void {
    const tell = (data: unknown) => !this.ended && this.onmessage?.({ data });
    void sortIncoming(chosen, (progress) => tell({ progress })).then(
      (incoming) => tell({ incoming }),
      () => tell({ failed: true }),
    );
  }

  terminate(): void {
    this.ended = true;
  }
}
