import type { Quad } from '../scan/quad.ts';
import { findPaperIn, scanPhoto } from '../scan/scan-photo.ts';
import type { Scan } from '../scan/scan.ts';
import { combinePages, UnreadablePage } from './combine-pages.ts';

/** Finds and straightens papers in photos and combines them into one PDF, so that the page stays responsive. */

export type PagesRequest =
  | { combine: readonly Blob[] }
  | { find: Blob }
  /** `most`: the most pixels. */
  | { photo: Blob; scan: Scan; most: number | undefined };
export type PagesMessage =
  | { pdf: Blob }
  | { paper: Quad | null }
  | { page: Blob }
  | { unreadable: number }
  | { failed: true };

const scope = globalThis as unknown as {
  onmessage: ((message: MessageEvent<PagesRequest>) => void) | null;
  postMessage(message: PagesMessage): void;
};

const answerTo = async (request: PagesRequest): Promise<PagesMessage> => {
  if ('combine' in request) return { pdf: await combinePages(request.combine) };
  if ('find' in request) return { paper: await findPaperIn(request.find) };
  return { page: await scanPhoto(request.photo, request.scan, request.most) };
};

scope.onmessage = async ({ data }) => {
  try {
    scope.postMessage(await answerTo(data));
  } catch (error) {
    scope.postMessage(error instanceof UnreadablePage ? { unreadable: error.page } : { failed: true });
  }
};
