import { TooManyFiles, type ChosenFile, type Incoming } from './incoming.ts';
import { sortIncoming } from './sort-incoming.ts';

/** Reads e-mails and folders in a worker: they come from anywhere, and have no page to reach here. */

export type IncomingMessage = { progress: number } | { incoming: Incoming } | { tooMany: true } | { failed: true };

const scope = globalThis as unknown as {
  onmessage: ((message: MessageEvent<readonly ChosenFile[]>) => void) | null;
  postMessage(message: IncomingMessage): void;
};

scope.onmessage = async ({ data: chosen }) => {
  try {
    const incoming = await sortIncoming(chosen, (progress) => scope.postMessage({ progress }));
    scope.postMessage({ incoming });
  } catch (failure) {
    scope.postMessage(failure instanceof TooManyFiles ? { tooMany: true } : { failed: true });
  }
};
