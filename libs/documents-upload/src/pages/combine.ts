import { askPages, canWorkersDraw } from './ask-pages.ts';
import { combinePages } from './combine-pages.ts';

// Enough for forty large photos on an old phone.
const patienceMs = 180_000;

export interface CombinePages {
  (photos: readonly Blob[]): Promise<Blob>;
}

/** Combines photographed pages into one PDF. Throws like `askPages`. */
export const combine: CombinePages = (photos) =>
  canWorkersDraw()
    ? askPages({ combine: photos }, (message) => 'pdf' in message && { answer: message.pdf }, { patienceMs })
    : combinePages(photos);
