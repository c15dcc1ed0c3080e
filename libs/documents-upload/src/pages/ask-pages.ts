import { askWorker } from '../workers/ask-worker.ts';
import { UnreadablePage } from './combine-pages.ts';
import type { PagesMessage, PagesRequest } from './pages.worker.ts';
import script from './pages.worker.ts?worker&url';

/** False in Safari before 16.4: the page does the work there. */
export const canWorkersDraw = (): boolean => typeof OffscreenCanvas !== 'undefined';

/**
 * Asks a worker that draws. Throws an `UnreadablePage`, a `CodeMissing` while the worker cannot be fetched, or an error
 * on timeout.
 */
export const askPages = <Answer>(
  question: PagesRequest,
  read: (message: PagesMessage) => { answer: Answer } | false,
  options: { patienceMs: number; signal?: AbortSignal | undefined },
): Promise<Answer> =>
  askWorker<PagesMessage, Answer>({
    policy: 'konsil-pages',
    script,
    question,
    patienceMs: options.patienceMs,
    ...(options.signal && { signal: options.signal }),
    read: (message) => {
      const found = read(message);
      if (found) return found;
      throw 'unreadable' in message
        ? new UnreadablePage(message.unreadable)
        : new Error('The photos could not be drawn.');
    },
  });
