import { askWorker } from '../workers/ask-worker.ts';
import type { GatherResult } from './gathered.ts';
import type { GatherMessage } from './gather.worker.ts';
import script from './gather.worker.ts?worker&url';

export interface GatherFiles {
  (
    files: readonly File[],
    listeners: { onFile: (file: File) => void; onProgress: (done: number) => void; signal: AbortSignal },
  ): Promise<GatherResult>;
}

/**
 * Runs `gatherFiles` in a worker that ends with it. Rejects when it fails or is aborted; with a `CodeMissing` while the
 * worker cannot be fetched.
 */
export const gatherInWorker: GatherFiles = (files, { onFile, onProgress, signal }) =>
  askWorker<GatherMessage, GatherResult>({
    policy: 'konsil-gather',
    script,
    question: files,
    signal,
    read: (message) => {
      if ('gathered' in message) return { answer: message.gathered };
      if ('file' in message) onFile(message.file);
      else if ('progress' in message) onProgress(message.progress);
      else throw new Error('The files could not be sorted.');
    },
  });
