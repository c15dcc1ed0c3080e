import library from 'libheif-js/libheif/libheif.js?url';
import { askWorker, failureOf } from '../workers/ask-worker.ts';
import type { HeicAnswer, HeicRequest } from './heic.worker.ts';
import script from './heic.worker.ts?worker&url';

// A photo with 48 million pixels takes an old computer some 20 seconds; a malicious file could take forever.
const patienceMs = 60_000;

/**
 * Decodes a HEIC photo, upright, where the browser cannot. Throws a `CodeMissing` while the library cannot be fetched;
 * an error when the file is damaged, takes too long, or there is no library.
 */
export const decodeHeic = async (photo: Blob): Promise<ImageData> => {
  const picture = await askWorker<HeicAnswer, HeicAnswer>({
    policy: 'konsil-heic',
    script,
    patienceMs,
    question: { library, photo } satisfies HeicRequest,
    read: (answer) => ({ answer }),
  });
  if (picture === 'no library') throw await failureOf(library, new Error('There is no reader of HEIC.'));
  if (!picture) throw new Error('This is no HEIC photo.');
  return picture;
};
