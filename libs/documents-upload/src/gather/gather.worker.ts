import { gatherFiles } from './gather-files.ts';
import type { GatherResult } from './gathered.ts';

/** Sorts and packs many files in a worker, so that the page stays responsive. */

export type GatherMessage = { file: File } | { progress: number } | { gathered: GatherResult } | { failed: true };

const scope = globalThis as unknown as {
  onmessage: ((message: MessageEvent<readonly File[]>) => void) | null;
  postMessage(message: GatherMessage): void;
};

/** Interval of progress messages in milliseconds. */
const pace = 100;

scope.onmessage = async ({ data: files }) => {
  let said = 0;
  const onProgress = (progress: number) => {
    if (performance.now() - said < pace) return;
    said = performance.now();
    scope.postMessage({ progress });
  };
  try {
    const gathered = await gatherFiles(files, { onFile: (file) => scope.postMessage({ file }), onProgress });
    scope.postMessage({ gathered });
  } catch {
    scope.postMessage({ failed: true });
  }
};
