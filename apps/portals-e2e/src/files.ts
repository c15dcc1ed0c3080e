import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { root } from './installation.ts';

export interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A one-page report with text. */
export const aReport = async (name: string, words: string): Promise<UploadFile> => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  page.drawText(words, { x: 60, y: 760, size: 14, font: await pdf.embedFont(StandardFonts.Helvetica) });
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await pdf.save()) };
};

const greyPaper = {
  create: {
    width: 640,
    height: 900,
    channels: 3 as const,
    background: '#dddddd',
    noise: { type: 'gaussian' as const, mean: 200, sigma: 20 },
  },
};

/** A photographed page: grey paper, each different. */
export const aPhoto = async (name: string): Promise<UploadFile> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp(greyPaper).jpeg().toBuffer(),
});

/** A small photo that the server processes quickly. */
export const aSmallPhoto = async (name: string): Promise<UploadFile> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 60, height: 80, channels: 3, background: '#dddddd' } })
    .jpeg()
    .toBuffer(),
});

/** A portrait page of one colour, as photographed by a phone. */
export const aPhotoOf = async (background: string, name: string): Promise<UploadFile> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1512, height: 2016, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

/** A screenshot of a page: larger than the photo, each different. */
export const aScreenshot = async (name: string): Promise<UploadFile> => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp(greyPaper).png().toBuffer(),
});

const sample = (name: string) => readFileSync(join(root, 'libs/server/dicom/fixtures', name));

/** A real CT slice (fixtures of the server). */
export const aScan = (): UploadFile => ({
  name: 'CT_small.dcm',
  mimeType: 'application/dicom',
  buffer: sample('CT_small.dcm'),
});

/** A real CT study of two series, as on a practice's CD. */
export const aStudy = (): UploadFile => ({
  name: 'ct-series-7.zip',
  mimeType: 'application/zip',
  buffer: sample('ct-series-7.zip'),
});

/** An unmodified phone photo: landscape with a rotation flag, location and camera data (fixtures/README.md). */
export const aHeicPhoto = (): UploadFile => ({
  name: 'IMG_2041.HEIC',
  mimeType: 'image/heic',
  buffer: readFileSync(join(root, 'apps/portals-e2e/fixtures/IMG_2041.HEIC')),
});

/** Where a place of a page (from 0 to 1) is in a photo of it that was taken at an angle. */
export const placeInPhoto = (u: number, v: number): { x: number; y: number } => {
  const divisor = 1.2 - 0.3 * v + 0.06 * u;
  return { x: (0.22 + 0.62 * u - 0.12 * v) / divisor, y: (0.14 + 0.06 * u + 0.68 * v) / divisor };
};

/** The bars on a photographed page: left, top, width and height as shares of it. */
export const barsOnPage = [
  [0.1, 0.1, 0.8, 0.03],
  [0.1, 0.87, 0.8, 0.03],
  [0.1, 0.3, 0.4, 0.03],
  [0.1, 0.5, 0.6, 0.03],
] as const;

/** A white page on a brown table, photographed at an angle in uneven light: its bars and edges are not parallel. */
export const aPhotographedPage = async (name: string): Promise<UploadFile> => {
  const [width, height] = [1512, 2016];
  const shape = (left: number, top: number, across: number, down: number) =>
    [
      [left, top],
      [left + across, top],
      [left + across, top + down],
      [left, top + down],
    ]
      .map(([u = 0, v = 0]) => placeInPhoto(u, v))
      .map(({ x, y }) => `${x * width},${y * height}`)
      .join(' ');
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="shade" x2="1" y2="1"><stop stop-opacity="0"/><stop offset="1" stop-opacity="0.4"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="#7a5a3c"/>
    <polygon points="${shape(0, 0, 1, 1)}" fill="#ecebe6"/>
    ${barsOnPage.map((bar) => `<polygon points="${shape(...(bar as [number, number, number, number]))}" fill="#2a2a30"/>`).join('')}
    <rect width="100%" height="100%" fill="url(#shade)"/></svg>`;
  return { name, mimeType: 'image/jpeg', buffer: await sharp(Buffer.from(scene)).jpeg().toBuffer() };
};
