import { trustedScript } from '@konsil/api/trusted-script';
import type { Gathered } from './gathered.ts';
import type { GatherMessage } from './gather.worker.ts';
import workerAddress from './gather.worker.ts?worker&url';

export interface Gather {
  (files: readonly File[], listeners: { onFile: (file: File) => void; onProgress: (done: number) => void; signal: AbortSignal }): Promise<Gathered>;
}

/** `gatherFiles` in a worker of its own that ends with it. Rejects when it could not be done, or was given up. */
export const gather: Gather = (files, { onFile, onProgress, signal }) =>
  new Promise<Gathered>((resolve, reject) => {
    const worker = new Worker(trustedScript('konsil-gather', workerAddress));
    const end = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    const fail = () => end(() => reject(new Error('The files could not be sorted.')));
    signal.addEventListener('abort', fail);
    worker.onerror = fail;
    worker.onmessage = ({ data }: MessageEvent<GatherMessage>) => {
      if ('file' in data) onFile(data.file);
      else if ('progress' in data) onProgress(data.progress);
      else if ('gathered' in data) end(() => resolve(data.gathered));
      else fail();
    };
    worker.postMessage(files);
  });
