import { askPages, canWorkersDraw } from '../pages/ask-pages.ts';
import type { Quad } from './quad.ts';
import type { Scan } from './scan.ts';

// 12 million pixels take an old phone some ten seconds.
const patienceMs = 60_000;

export interface Scanner {
  /** The corners of the paper in a photo; null where they are not certain. */
  find: (photo: Blob) => Promise<Quad | null>;
  /** Makes a page of a photo; `most`: its most pixels, fewer for a preview. */
  make: (photo: Blob, scan: Scan, options?: { most?: number; signal?: AbortSignal }) => Promise<Blob>;
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Both throw what `askPages` throws; where workers cannot draw, they work in the page, in slices. */
export const scanner: Scanner = {
  find: async (photo) =>
    canWorkersDraw()
      ? askPages({ find: photo }, (message) => 'paper' in message && { answer: message.paper }, { patienceMs })
      : (await import('./scan-photo.ts')).findPaperIn(photo),
  make: async (photo, scan, { most, signal } = {}) =>
    canWorkersDraw()
      ? askPages({ photo, scan, most }, (message) => 'page' in message && { answer: message.page }, {
          patienceMs,
          signal,
        })
      : (await import('./scan-photo.ts')).scanPhoto(photo, scan, most, nextTask),
};
