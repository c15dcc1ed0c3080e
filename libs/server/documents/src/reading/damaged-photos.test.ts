import { crc32, deflateSync } from 'node:zlib';
import sharp, { type JpegOptions } from 'sharp';
import { copyForViewing, inspectPhoto } from './read-photo.ts';

const noise = () =>
  sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
const baseline = () => noise().jpeg().toBuffer();
const progressive = () => noise().jpeg({ progressive: true }).toBuffer();
const png = () => noise().png().toBuffer();
const interlaced = () => noise().png({ progressive: true }).toBuffer();
const cut = (bytes: Buffer, part: number) => bytes.subarray(0, Math.floor(bytes.length * part));
/** Truncated, with an end marker appended. */
const closed = (bytes: Buffer, part: number) => Buffer.concat([cut(bytes, part), Buffer.from('ffd9', 'hex')]);
const changed = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
};
/** The PNG with truncated pixels and correct checksums. */
const shortened = (bytes: Buffer) => {
  const at = bytes.indexOf('IDAT') - 4;
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  return Buffer.concat([
    bytes.subarray(0, at),
    chunk('IDAT', deflateSync(Buffer.alloc(200_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

test.each([
  ['a JPEG', baseline],
  ['a progressive JPEG', progressive],
  ['a PNG', png],
  ['an interlaced PNG', interlaced],
  [
    'a JPEG with padding before its end',
    async () => Buffer.concat([(await baseline()).subarray(0, -2), Buffer.alloc(4), Buffer.from('ffd9', 'hex')]),
  ],
  ['a JPEG with something behind its end', async () => Buffer.concat([await baseline(), Buffer.alloc(5000, 1)])],
  ['a JPEG in CMYK', () => noise().toColourspace('cmyk').jpeg().toBuffer()],
  ['a PNG of 16 bits', () => noise().toColourspace('rgb16').png().toBuffer()],
  ['a PNG with something behind its end', async () => Buffer.concat([await png(), Buffer.alloc(50)])],
])('%s is a photo', async (_what, make) => expect(await inspectPhoto(await make())).toEqual({ kind: 'photo' }));

test.each([
  ['a JPEG cut after two thirds', async () => cut(await baseline(), 0.66)],
  ['a JPEG without its last bytes', async () => (await baseline()).subarray(0, -3)],
  ['a JPEG cut after two thirds and closed', async () => closed(await baseline(), 0.66)],
  ['a progressive JPEG cut in its last scan', async () => cut(await progressive(), 0.97)],
  ['a progressive JPEG cut in its last scan and closed', async () => closed(await progressive(), 0.97)],
  ['a progressive JPEG cut in the middle and closed', async () => closed(await progressive(), 0.5)],
  ['a PNG cut in its pixels', async () => cut(await png(), 0.9)],
  ['a PNG without its end', async () => (await png()).subarray(0, -12)],
  ['an interlaced PNG cut in its pixels', async () => cut(await interlaced(), 0.9)],
  ['a PNG whose pixels end early', async () => shortened(await png())],
])('%s is refused as incomplete', async (_what, make) =>
  expect(await inspectPhoto(await make())).toEqual({ kind: 'refused', code: 'truncated' }),
);

test('refuses an interlaced PNG with truncated pixels', async () =>
  expect(await inspectPhoto(shortened(await interlaced()))).toEqual({ kind: 'refused', code: 'unreadable' }));

test.each([
  ['pixels', (bytes: Buffer) => bytes.indexOf('IDAT') + 500],
  ['the header', (bytes: Buffer) => bytes.indexOf('IHDR') + 18],
  ['the last chunk', (bytes: Buffer) => bytes.length - 1],
])('refuses a PNG with a wrong checksum of %s', async (_what, at) => {
  const bytes = await png();
  expect(await inspectPhoto(changed(bytes, at(bytes)))).toEqual({ kind: 'refused', code: 'unreadable' });
});

test('refuses a large picture that a decoder would have to hold completely', async () => {
  const large = (options: JpegOptions) =>
    sharp({ create: { width: 8000, height: 5000, channels: 3, background: '#888888' } })
      .jpeg({ progressive: true, ...options })
      .toBuffer();
  expect(await inspectPhoto(await large({ chromaSubsampling: '4:4:4' }))).toEqual({
    kind: 'refused',
    code: 'imageTooHeavy',
  });
  expect(await inspectPhoto(await large({ chromaSubsampling: '4:2:0' }))).toEqual({ kind: 'photo' });
});

test('a photo too large to rotate keeps its orientation and no other metadata', async () => {
  const photo = await sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#888888' } })
    .jpeg()
    .withExif({
      IFD0: { ImageDescription: 'secret-place' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '49/1 24/1 36/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const view = await copyForViewing(photo, 'image/jpeg');
  expect(await sharp(view).metadata()).toMatchObject({ width: 8000, height: 6000, orientation: 6 });
  expect(view.includes('secret-place')).toBe(false);
  expect((await sharp(view).metadata()).exif?.includes(Buffer.from([0x25, 0x88]))).toBe(false);
});
