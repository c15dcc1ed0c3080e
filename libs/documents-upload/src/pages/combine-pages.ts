import { maxUploadBytes } from '@konsil/contracts/codes';
import { drawPicture, fittingScale, decodeUpright } from '../files/draw.ts';
import { frameBytes, writePdf } from './write-pdf.ts';
import type { JpegPage } from './write-pdf.ts';

/** With more pages, each would be too small to read within the upload limit. */
export const mostPages = 40;

/** Pixels on the long side: about 170 dpi on A4, like office scanners; small print stays readable. */
const longSide = 2000;
const quality = 0.8;
const mostBytes = maxUploadBytes - 4096;

/** A photo that cannot be read; `page` counts from 0. */
export class UnreadablePage extends Error {
  constructor(readonly page: number) {
    super(`page ${page}`);
  }
}

const drawPage = async (photo: Blob, shrunk: number): Promise<JpegPage> => {
  const bitmap = await decodeUpright(photo);
  try {
    const scale = Math.min(1, longSide / Math.max(bitmap.width, bitmap.height)) * shrunk;
    const { picture: jpeg, ...size } = await drawPicture(bitmap, { type: 'image/jpeg', quality, scale });
    return { jpeg, ...size };
  } finally {
    bitmap.close();
  }
};

/** Combines photographed pages into one PDF within the upload limit. Throws an `UnreadablePage`. */
export const combinePages = async (photos: readonly Blob[]): Promise<Blob> => {
  for (let shrunk = 1; ; ) {
    const pages: JpegPage[] = [];
    // Sequential: a phone's memory holds one large photo.
    for (const [index, photo] of photos.entries())
      pages.push(await drawPage(photo, shrunk).catch(() => Promise.reject(new UnreadablePage(index))));
    const bytes = pages.reduce((sum, { jpeg }) => sum + jpeg.size + frameBytes, 0);
    if (bytes <= mostBytes) return writePdf(pages);
    shrunk = fittingScale(shrunk, bytes, mostBytes);
  }
};
