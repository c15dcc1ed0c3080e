/** @jest-environment node */
/// <reference types="node" />
import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import sharp from 'sharp';
import { frameBytes, writePdf } from './write-pdf.ts';
import type { JpegPage } from './write-pdf.ts';

const aPage = async (width: number, height: number, background: string): Promise<JpegPage> => ({
  jpeg: new Blob([
    new Uint8Array(
      await sharp({ create: { width, height, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    ),
  ]),
  width,
  height,
});
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

test('each photo is a page of its proportions, as long as A4, with unchanged bytes', async () => {
  const photos = [await aPage(300, 400, '#aa0000'), await aPage(400, 200, '#0000aa')];
  const pdf = await PDFDocument.load(await bytesOf(writePdf(photos)), { throwOnInvalidObject: true });
  expect(pdf.getPages().map((page) => page.getSize())).toEqual([
    { width: 631.5, height: 842 },
    { width: 842, height: 421 },
  ]);
  const pictures = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFRawStream && object.dict.get(PDFName.of('Filter')) === PDFName.of('DCTDecode')
        ? [object.contents]
        : [],
    );
  expect(pictures).toEqual(await Promise.all(photos.map(({ jpeg }) => bytesOf(jpeg))));
});

test('the cross-reference table points to every object', async () => {
  const text = Buffer.from(await bytesOf(writePdf([await aPage(300, 400, '#ffffff')]))).toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const places = text
    .slice(start)
    .split('\n')
    .slice(3)
    .filter((line) => / n $/.test(line))
    .map((line) => Number(line.slice(0, 10)));
  expect(places.map((place, index) => text.startsWith(`${index + 1} 0 obj\n`, place))).toEqual(Array(5).fill(true));
});

test('the same pages give the same bytes, with little overhead', async () => {
  const photos = await Promise.all(Array.from({ length: 40 }, () => aPage(1500, 2000, '#dddddd')));
  const pdf = writePdf(photos);
  expect(await bytesOf(pdf)).toEqual(await bytesOf(writePdf(photos)));
  expect(pdf.size - photos.reduce((sum, { jpeg }) => sum + jpeg.size, 0)).toBeLessThan(frameBytes * photos.length);
});
