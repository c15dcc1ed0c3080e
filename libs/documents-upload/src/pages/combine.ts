import { askWorker } from '../workers/ask-worker.ts';
import { combinePages, UnreadablePage } from './combine-pages.ts';
import type { PagesMessage } from './pages.worker.ts';
import script from './pages.worker.ts?worker&url';

// Enough for forty large photos on an old phone.
const patienceMs = 180_000;

export interface CombinePages {
  (photos: readonly Blob[]): Promise<Blob>;
}

/**
 * Combines photographed pages into one PDF in a worker, or in the page where workers cannot draw (Safari before 16.4).
 * Throws an `UnreadablePage`, a `CodeMissing` while the worker cannot be fetched, or an error on timeout.
 */
export const combine: CombinePages = (photos) =>
  typeof OffscreenCanvas === 'undefined'
    ? combinePages(photos)
    : askWorker<PagesMessage, Blob>({
        policy: 'konsil-pages',
        script,
        question: photos,
        patienceMs,
        read: (message) => {
          if ('pdf' in message) return { answer: message.pdf };
          throw 'unreadable' in message
            ? new UnreadablePage(message.unreadable)
            : new Error('The pages could not be combined.');
        },
      });
