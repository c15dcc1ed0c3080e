import { mostPictureBytes } from '@konsil/contracts/pictures';
import { readPicture } from './picture-file.ts';

const uint32 = (value: number) => [24, 16, 8, 0].map((bits) => (value >>> bits) & 255);
const uint16 = (value: number) => [(value >>> 8) & 255, value & 255];
const pngHead = (width: number, height: number) => [
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
  ...uint32(width),
  ...uint32(height),
];
/** With the segment of a camera before the frame. */
const jpegHead = (width: number, height: number) => [
  ...[0xff, 0xd8, 0xff, 0xe1, 0, 6, 1, 2, 3, 4, 0xff, 0xc2, 0, 11, 8],
  ...uint16(height),
  ...uint16(width),
];
const fileOf = (head: number[], size = mostPictureBytes + 1) => {
  const bytes = new Uint8Array(size);
  bytes.set(head);
  return new File([bytes], 'picture');
};

/** Stands for the browser's decoder and canvas: an encoded picture has `perPixel` bytes for each pixel. */
const aBrowser = ({ width = 4000, height = 3000, alpha = 255, perPixel = 0.1, decodes = true } = {}) => {
  const drawn: { type: string | undefined; quality: number | undefined; width: number; height: number }[] = [];
  const decoded: unknown[] = [];
  globalThis.createImageBitmap = (async (_file: Blob, options: unknown) => {
    decoded.push(options);
    if (!decodes) throw new Error('cannot decode');
    return { width, height, close: () => {} };
  }) as never;
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => {},
    getImageData: () => ({ data: new Uint8ClampedArray([0, 0, 0, 255, 0, 0, 0, alpha]) }),
  } as never);
  jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
    type,
    quality,
  ) {
    drawn.push({ type, quality, width: this.width, height: this.height });
    done(new Blob([new Uint8Array(Math.round(this.width * this.height * perPixel))]));
  });
  return { drawn, decoded };
};
afterEach(() => jest.restoreAllMocks());

test('a picture within the limit is sent as it is', async () => {
  const { decoded } = aBrowser();
  expect(await readPicture(new File(['png'], 'a.png'))).toEqual({ base64: 'cG5n' });
  expect(decoded).toEqual([]);
});

test('a small file with more pixels than the server decodes is drawn smaller, too', async () => {
  const { drawn } = aBrowser({ width: 6000, height: 5000 });
  expect(await readPicture(fileOf(pngHead(6000, 5000), 5000))).toHaveProperty('base64');
  expect(drawn.map(({ width }) => width)).toEqual([2000]);
});

test('a larger picture is drawn upright with at most 2000 pixels on its longer side', async () => {
  const { drawn, decoded } = aBrowser();
  const read = await readPicture(fileOf(jpegHead(4000, 3000)));
  expect(drawn).toEqual([{ type: 'image/jpeg', quality: 0.9, width: 2000, height: 1500 }]);
  expect(decoded).toEqual([{ imageOrientation: 'from-image' }]);
  expect('base64' in read && atob(read.base64)).toHaveLength(300_000);
});

test('a picture that is still too large is drawn in smaller steps', async () => {
  const { drawn } = aBrowser({ perPixel: 1 });
  expect(await readPicture(fileOf(jpegHead(4000, 3000)))).toHaveProperty('base64');
  expect(drawn.map(({ width }) => width)).toEqual([2000, 1400, 980]);
});

test('a PNG stays a PNG only if it is transparent', async () => {
  const opaque = aBrowser();
  await readPicture(fileOf(pngHead(4000, 3000)));
  expect(opaque.drawn.map(({ type }) => type)).toEqual(['image/jpeg']);
  jest.restoreAllMocks();
  const transparent = aBrowser({ alpha: 0 });
  await readPicture(fileOf(pngHead(4000, 3000)));
  expect(transparent.drawn.map(({ type }) => type)).toEqual(['image/png']);
});

test('a huge file, and one with too many pixels, are refused undecoded', async () => {
  const { decoded } = aBrowser();
  for (const file of [
    fileOf(jpegHead(4000, 3000), 40 * 1024 * 1024 + 1),
    fileOf(pngHead(10_001, 10_000)),
    fileOf(jpegHead(20_000, 5_001)),
  ])
    expect(await readPicture(file)).toEqual({ fault: 'tooLarge' });
  expect(decoded).toEqual([]);
});

test('reports files that are no picture, or cannot be decoded, as unreadable', async () => {
  aBrowser({ decodes: false });
  for (const head of [[1, 2, 3], [0xff, 0xd8, 0, 0], jpegHead(4000, 3000)])
    expect(await readPicture(fileOf(head))).toEqual({ fault: 'unreadable' });
});
