import { combinePages, UnreadablePage } from './combine-pages.ts';

/** Combines photos into one PDF in a worker, so that the page stays responsive. */

export type PagesMessage = { pdf: Blob } | { unreadable: number } | { failed: true };

const scope = globalThis as unknown as {
  onmessage: ((message: MessageEvent<readonly Blob[]>) => void) | null;
  postMessage(message: PagesMessage): void;
};

scope.onmessage = async ({ data: photos }) => {
  try {
    scope.postMessage({ pdf: await combinePages(photos) });
  } catch (error) {
    scope.postMessage(error instanceof UnreadablePage ? { unreadable: error.page } : { failed: true });
  }
};
