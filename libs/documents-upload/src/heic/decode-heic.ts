import { trustedScript } from '@konsil/api/trusted-script';
import library from 'libheif-js/libheif/libheif.js?url';
import type { HeicAnswer, HeicQuestion } from './heic.worker.ts';
import workerAddress from './heic.worker.ts?worker&url';

// A photo of 48 million pixels takes an old computer some 20 seconds; a file made to hang would take for ever.
const patienceMs = 60_000;

/**
 * The picture of a HEIC photo, upright, where the browser itself cannot read it. Decoded in a worker of its own that ends
 * with it: the memory of a large photo is given back, and a hostile file stops nothing else.
 * Throws when the file is damaged, takes too long, or the library is not there.
 */
export const decodeHeic = (photo: Blob): Promise<ImageData> =>
  new Promise<ImageData>((resolve, reject) => {
    const worker = new Worker(trustedScript('konsil-heic', workerAddress));
    const end = (settle: () => void) => {
      clearTimeout(timer);
      worker.terminate();
      settle();
    };
    const fail = () => end(() => reject(new Error('HEIC')));
    const timer = setTimeout(fail, patienceMs);
    worker.onerror = fail;
    worker.onmessage = ({ data: picture }: MessageEvent<HeicAnswer>) => (picture ? end(() => resolve(picture)) : fail());
    worker.postMessage({ library, photo } satisfies HeicQuestion);
  });
