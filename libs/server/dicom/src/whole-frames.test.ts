import sharp, { type JpegOptions } from 'sharp';
import { isWholeJpeg } from '@konsil/pixels';
import { readDicomBytes } from './read-bytes.ts';
import { transferSyntaxes } from './transfer-syntaxes.ts';
import { encapsulatedPixels, imageElements, writeDicom } from './testing/write-dicom.ts';

interface Size {
  width: number;
  height: number;
  channels: 1 | 3;
}

const jpegOf = ({ width, height, channels }: Size, options: JpegOptions = {}): Promise<Buffer> =>
  sharp(
    Uint8Array.from({ length: width * height * channels }, (_, at) => Math.sin(at / 90) * 90 + 120 + ((at * 31) & 15)),
    { raw: { width, height, channels } },
  )
    .jpeg({ quality: 70, ...options })
    .toBuffer();
const end = Buffer.from([0xff, 0xd9]);
/** A stream whose last part is missing before its end marker. */
const cutAt = (jpeg: Buffer, share: number): Buffer => Buffer.concat([jpeg.subarray(0, jpeg.length * share), end]);

describe('The codes of a JPEG stream', () => {
  const colour = { width: 93, height: 71, channels: 3 } as const;
  const kinds: [string, Size, JpegOptions][] = [
    ['a grey picture', { width: 64, height: 50, channels: 1 }, {}],
    ['colours of half the size', colour, { chromaSubsampling: '4:2:0' }],
    ['colours of full size', colour, { chromaSubsampling: '4:4:4' }],
    ['codes made for the picture', colour, { optimiseCoding: true, quality: 95 }],
    ['the usual codes', colour, { optimiseCoding: false, quality: 20 }],
    ['one colour only', { width: 9, height: 5, channels: 3 }, { quality: 1 }],
  ];

  test.each(kinds)('are all there for %s, and are missed where they are cut', async (_kind, size, options) => {
    const jpeg = await jpegOf(size, options);
    expect(isWholeJpeg(jpeg)).toBe(true);
    expect(isWholeJpeg(Buffer.concat([jpeg, Buffer.alloc(3)]))).toBe(true);
    // The last two bytes of a scan may be padding.
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda])) + 14;
    for (let length = scan; length < jpeg.length - 4; length += 5)
      expect([length, isWholeJpeg(Buffer.concat([jpeg.subarray(0, length), end]))]).toEqual([length, false]);
  });

  test('are not read in a progressive picture', async () => {
    expect(isWholeJpeg(await jpegOf(colour, { progressive: true }))).toBeNull();
  });
});

describe('A cut frame', () => {
  const even = (bytes: Buffer): Buffer => (bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.of(0)]));
  const fileOf = ({ width, height, channels }: Size, frames: Buffer[]): Buffer =>
    writeDicom(
      imageElements(
        ['00280002', 'US', [channels]],
        ['00280004', 'CS', channels === 3 ? 'YBR_FULL_422' : 'MONOCHROME2'],
        ['00280006', 'US', [0]],
        ['00280008', 'IS', String(frames.length)],
        ['00280010', 'US', [height]],
        ['00280011', 'US', [width]],
        ['00280100', 'US', [8]],
        ['00280101', 'US', [8]],
        ['00280102', 'US', [7]],
      ).filter(([tag]) => tag !== '7fe00010'),
      { syntax: transferSyntaxes.jpegBaseline, after: encapsulatedPixels(frames.map(even)) },
    );
  const damageIn = async (file: Buffer) => (await readDicomBytes(file)).spoilt.map(({ reason }) => reason);

  test.each([{ progressive: false }, { progressive: true }])('is found in a small picture: %p', async (options) => {
    const size = { width: 93, height: 71, channels: 3 } as const;
    const whole = await jpegOf(size, options);
    expect(await damageIn(fileOf(size, [whole]))).toEqual([]);
    expect(await damageIn(fileOf(size, [cutAt(whole, 0.7)]))).toEqual(['unreadable']);
  });

  test('is found at the end of a long clip', async () => {
    const size = { width: 800, height: 600, channels: 3 } as const;
    const whole = await jpegOf(size);
    const clip = Array.from({ length: 100 }, () => whole);
    expect(await damageIn(fileOf(size, clip))).toEqual([]);
    expect(await damageIn(fileOf(size, clip.with(90, cutAt(whole, 0.5))))).toEqual(['unreadable']);
  });

  test.each<Size>([
    { width: 1700, height: 1700, channels: 3 },
    { width: 2900, height: 2900, channels: 1 },
  ])('is found in a picture of $width pixels and $channels samples', async (size) => {
    const whole = await jpegOf(size);
    expect(await damageIn(fileOf(size, [whole]))).toEqual([]);
    expect(await damageIn(fileOf(size, [cutAt(whole, 0.7)]))).toEqual(['unreadable']);
  });
});
