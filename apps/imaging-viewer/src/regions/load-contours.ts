import { originalUrl } from '../study/dicom-web.ts';
import { partOf } from '../study/multipart.ts';
import { contourLimits, type ContourFault, type ReadContours } from '../study/regions/read-contours.ts';

/** A worker that takes longer has a hostile file. */
const readWithin = 20_000;
/** No data arrived for too long. */
const stalledAfter = 30_000;

/** The whole file, which ends before it takes more memory than allowed. */
async function fetchFile(url: string): Promise<Uint8Array | 'tooLarge'> {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(), stalledAfter);
  };
  try {
    wait();
    const answer = await fetch(originalUrl(url), { headers: { accept: 'application/dicom' }, signal: stop.signal });
    if (!answer.ok || !answer.body) throw new Error(String(answer.status));
    const chunks: Uint8Array[] = [];
    let length = 0;
    const reader = answer.body.getReader();
    for (let { done, value } = await reader.read(); !done && value; { done, value } = await reader.read()) {
      wait();
      length += value.length;
      if (length > contourLimits.fileBytes) {
        stop.abort();
        return 'tooLarge';
      }
      chunks.push(value);
    }
    const whole = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return partOf(whole, answer.headers.get('content-type') ?? '').bytes;
  } finally {
    clearTimeout(timer);
  }
}

const readInWorker = (file: Uint8Array): Promise<ReadContours | ContourFault> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./contours.worker.ts', import.meta.url), { type: 'module' });
    const settle = (read: ReadContours | ContourFault) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(read);
    };
    const timer = setTimeout(() => settle('tooLarge'), readWithin);
    worker.addEventListener('message', ({ data }: MessageEvent<ReadContours | ContourFault>) => settle(data));
    worker.addEventListener('error', () => settle('broken'));
    worker.postMessage(file, { transfer: [file.buffer] });
  });

/** The contours of a structure set. @throws the network error */
export async function loadContours(url: string): Promise<ReadContours | ContourFault> {
  const file = await fetchFile(url);
  return file === 'tooLarge' ? file : readInWorker(file.slice());
}
