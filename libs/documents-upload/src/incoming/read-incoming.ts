import { askWorker } from '../workers/ask-worker.ts';
import { mostIncomingFiles, TooManyFiles, type ChosenFile, type Incoming } from './incoming.ts';
import type { IncomingMessage } from './incoming.worker.ts';
import script from './incoming.worker.ts?worker&url';

// For a folder of large images on an old phone; a hostile e-mail ends with it.
const patienceMs = 300_000;

/**
 * Looks through chosen e-mails or a folder in a worker of its own. Throws `TooManyFiles`, a `CodeMissing` while the
 * worker cannot be fetched, or an error when it failed, timed out or was aborted.
 */
export const readIncoming = async (
  chosen: readonly ChosenFile[],
  { onProgress, signal }: { onProgress: (done: number) => void; signal: AbortSignal },
): Promise<Incoming> => {
  if (chosen.length > mostIncomingFiles) throw new TooManyFiles();
  return askWorker<IncomingMessage, Incoming>({
    policy: 'konsil-incoming',
    script,
    question: chosen,
    signal,
    patienceMs,
    read: (message) => {
      if ('incoming' in message) return { answer: message.incoming };
      if ('progress' in message) return onProgress(message.progress);
      throw 'tooMany' in message ? new TooManyFiles() : new Error('The files could not be read.');
    },
  });
};
