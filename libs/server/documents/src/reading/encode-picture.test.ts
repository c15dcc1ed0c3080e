import sharp from 'sharp';
import { encodePicture } from './encode-picture.ts';
import type { PictureUse } from './reading.ts';

const uses: PictureUse[] = ['letterLogo', 'clinicLogo', 'portrait'];
const drawn = sharp({
  create: { width: 2400, height: 600, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
});

test('a letter logo gets a white background, a clinic logo keeps its transparency', async () => {
  const png = await drawn.clone().png().toBuffer();
  const [{ picture: printed }, { picture: shown }] = [
    await encodePicture(png, 'letterLogo'),
    await encodePicture(png, 'clinicLogo'),
  ];
  expect([printed?.width, printed?.height, shown?.width, shown?.height]).toEqual([1000, 250, 480, 120]);
  expect((await sharp(printed?.bytes).metadata()).hasAlpha).toBe(false);
  expect((await sharp(shown?.bytes).metadata()).hasAlpha).toBe(true);
});

test('a portrait is cropped to a square from the upper edge', async () => {
  const face = await sharp({ create: { width: 600, height: 600, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const tall = await sharp({ create: { width: 600, height: 1600, channels: 3, background: 'blue' } })
    .composite([{ input: face, left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
  const { picture: portrait } = await encodePicture(tall, 'portrait');
  expect([portrait?.width, portrait?.height]).toEqual([256, 256]);
  const { format } = await sharp(portrait?.bytes).metadata();
  const { channels } = await sharp(portrait?.bytes).stats();
  expect(format).toBe('webp');
  expect([channels[0]?.min, channels[2]?.max].map((value = 0) => value > 128)).toEqual([true, false]);
});

test.each(uses)('a picture for %s keeps no metadata', async (use) => {
  const named = await drawn
    .clone()
    .withExif({ IFD0: { ImageDescription: 'secret' }, IFD3: { GPSLatitude: '50/1 56/1 0/1' } })
    .png()
    .toBuffer();
  expect(named.includes('secret')).toBe(true);
  const { picture } = await encodePicture(named, use);
  expect(picture?.bytes.includes('secret')).toBe(false);
  expect((await sharp(picture?.bytes).metadata()).exif).toBeUndefined();
});

test('a small file with a huge picture is refused', async () => {
  const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  expect(bomb.length).toBeLessThan(1024 * 1024);
  for (const use of uses) expect(await encodePicture(bomb, use)).toEqual({ picture: null, tooLarge: true });
  // Its header is enough: what follows is not there.
  expect(await encodePicture(bomb.subarray(0, 200), 'portrait')).toEqual({ picture: null, tooLarge: true });
});

test.each(uses)('anything but a valid PNG or JPEG is refused for %s', async (use) => {
  expect(await encodePicture(await drawn.clone().webp().toBuffer(), use)).toEqual({ picture: null });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  expect(await encodePicture(svg, use)).toEqual({ picture: null });
  const jpeg = await drawn.clone().jpeg().toBuffer();
  await expect(encodePicture(jpeg.subarray(0, jpeg.length / 2), use)).rejects.toThrow();
});
