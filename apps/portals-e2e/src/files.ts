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
