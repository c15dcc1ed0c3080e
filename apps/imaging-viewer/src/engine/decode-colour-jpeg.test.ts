/** @jest-environment node */
import sharp from 'sharp';
import { BrokenFrame, decodeColourJpeg } from './decode-colour-jpeg.ts';

const size = { columns: 64, rows: 48 };
const pixels = Uint8Array.from({ length: 64 * 48 * 3 }, (_, at) => (at * 31) & 0xff);
const jpegOf = (progressive: boolean): Promise<Buffer> =>
  sharp(pixels, { raw: { width: 64, height: 48, channels: 3 } })
    .jpeg({ progressive })
    .toBuffer();
const unneeded = () => Promise.reject(new Error('decoded'));

test('a cut JPEG frame in colour is refused, although browsers draw it', async () => {
  const jpeg = await jpegOf(false);
  const cut = Uint8Array.from([...jpeg.subarray(0, jpeg.length * 0.7), 0xff, 0xd9]);
  await expect(decodeColourJpeg(cut, size, unneeded)).rejects.toThrow(BrokenFrame);
});

test('a progressive JPEG frame is left to the decoder that reports what is cut', async () => {
  const jpeg = await jpegOf(true);
  const decoded = { samples: Uint8Array.of(1, 2, 3, 4, 5, 6), planar: false, photometric: 'RGB', ready: false };
  expect(await decodeColourJpeg(jpeg, size, () => Promise.resolve(decoded))).toEqual({
    samples: Uint8ClampedArray.of(1, 2, 3, 255, 4, 5, 6, 255),
    planar: false,
    photometric: 'RGB',
    ready: true,
  });
});
