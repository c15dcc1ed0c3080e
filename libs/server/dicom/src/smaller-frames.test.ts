import encoders from '@cornerstonejs/codec-openjpeg/wasmjs';
import sharp from 'sharp';
import { drawFrame, type ShownFrame } from './draw-preview.ts';
import { readDicomBytes } from './read-bytes.ts';
import { renderFrame } from './rendered-picture.ts';
import { encapsulatedPixels, imageElements, writeDicom, type ElementSpec } from './testing/write-dicom.ts';
import { transferSyntaxes } from './transfer-syntaxes.ts';

const columns = 2000;
const rows = 2400;
const lightest = 9000;
const brightest = 16_000;
interface Encoder {
  getDecodedBuffer(info: object): Uint8Array;
  setQuality(lossless: boolean, quality: number): void;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
}
/** Light on the left, darker to the right; the first pixel is brighter than all others. */
const encodedFrame = async (): Promise<Buffer> => {
  const shades = Uint16Array.from({ length: columns * rows }, (_, at) =>
    Math.round(lightest * (1 - (at % columns) / columns)),
  );
  shades[0] = brightest;
  const silent = () => undefined;
  const { J2KEncoder } = (await encoders({ print: silent, printErr: silent })) as unknown as {
    J2KEncoder: new () => Encoder;
  };
  const encoder = new J2KEncoder();
  const info = { width: columns, height: rows, bitsPerSample: 16, componentCount: 1, isSigned: false };
  encoder.getDecodedBuffer(info).set(new Uint8Array(shades.buffer));
  encoder.setQuality(true, 0);
  encoder.encode();
  return Buffer.from(encoder.getEncodedBuffer());
};
let frame: Buffer;
beforeAll(async () => {
  frame = await encodedFrame();
});

const window: ElementSpec[] = [
  ['00281050', 'DS', String(lightest / 2)],
  ['00281051', 'DS', String(lightest)],
];
const imageOf = async (...more: ElementSpec[]) => {
  const elements = imageElements(
    ['00280010', 'US', [rows]],
    ['00280011', 'US', [columns]],
    ['00280101', 'US', [14]],
    ['00280102', 'US', [13]],
    ...more,
  ).filter(([tag]) => tag !== '7fe00010');
  const file = writeDicom(elements, {
    syntax: transferSyntaxes.jpeg2000Lossless,
    after: encapsulatedPixels([frame]),
  });
  const [instance] = (await readDicomBytes(file)).instances;
  if (!instance) throw new Error('The image is missing.');
  return { file, instance };
};
/** The size of a drawn frame, and its shade at a tenth and at nine tenths of its width. */
const drawn = async ({ file, instance }: Awaited<ReturnType<typeof imageOf>>, shown: Partial<ShownFrame> = {}) => {
  const picture = await drawFrame(file, instance, { frame: 0, window: null, side: rows, enough: 256, ...shown });
  if (!picture) throw new Error('Nothing was drawn.');
  const at = (share: number) =>
    picture.data[Math.floor(picture.height / 2) * picture.width + Math.floor(picture.width * share)];
  return { size: [picture.width, picture.height], left: at(0.1), right: at(0.9) };
};
const about = (shade: number) => ({
  asymmetricMatch: (seen: unknown) => Math.abs(Number(seen) - shade) < 3,
  toString: () => `about ${shade}`,
});

test('a large JPEG 2000 frame is decoded at the smallest sufficient size', async () => {
  const image = await imageOf(...window);
  expect(await drawn(image)).toEqual({ size: [250, 300], left: about(255 * 0.9), right: about(255 * 0.1) });
  expect(await drawn(image, { enough: 1000 })).toMatchObject({ size: [1000, 1200], left: about(255 * 0.9) });
  const darker = { center: lightest, width: 2 * lightest };
  expect(await drawn(image, { window: darker })).toMatchObject({ size: [250, 300], left: about(255 * 0.45) });
});

test('a large JPEG 2000 frame is decoded in full if requested in full size', async () => {
  const { size, left } = await drawn(await imageOf(...window), { enough: undefined });
  expect([size, left]).toEqual([[columns, rows], about(255 * 0.9)]);
});

test('a large JPEG 2000 frame is decoded in full if its value range sets the contrast', async () => {
  const range = await drawn(await imageOf());
  expect(range).toMatchObject({ size: [columns, rows], left: about((255 * 0.9 * lightest) / brightest) });
});

test('a large JPEG 2000 frame is decoded in full below a drawing', async () => {
  const leftHalf = Buffer.from(
    Uint8Array.from({ length: (columns * rows) / 8 }, (_, at) => (at % (columns / 8) < columns / 16 ? 0xff : 0)),
  );
  const image = await imageOf(
    ...window,
    ['60000010', 'US', [rows]],
    ['60000011', 'US', [columns]],
    ['60000040', 'CS', 'G'],
    ['60000050', 'SS', [1, 1]],
    ['60000100', 'US', [1]],
    ['60000102', 'US', [0]],
    ['60003000', 'OW', leftHalf],
  );
  expect(await drawn(image)).toEqual({ size: [columns, rows], left: 255, right: about(255 * 0.1) });
});

test('a picture reduced for a viewport has the same size as from full resolution', async () => {
  const { file, instance } = await imageOf(...window);
  const viewport = { width: 255, height: 255 };
  const picture = await renderFrame(file, instance, { frame: 0, window: null, viewport, quality: 90 });
  expect(await sharp(picture?.jpeg).metadata()).toMatchObject({ width: 213, height: 255 });
});
