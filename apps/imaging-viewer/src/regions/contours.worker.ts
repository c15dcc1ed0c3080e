import { readContours } from '../study/regions/read-contours.ts';

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  const read = readContours(data);
  const buffers = typeof read === 'string' ? [] : read.contours.map(({ points }) => points.buffer);
  postMessage(read, { transfer: buffers });
});
