import sharp from 'sharp';
import { cutOut } from './cut-out.ts';

const page = { width: 1000, height: 1400 };
/** A white page with a black box from (400, 700) to (600, 770). */
const aPage = async () => {
  const box = await sharp({ create: { width: 200, height: 70, channels: 3, background: 'black' } })
    .png()
    .toBuffer();
  const jpeg = await sharp({ create: { ...page, channels: 3, background: 'white' } })
    .composite([{ input: box, left: 400, top: 700 }])
    .jpeg()
    .toBuffer();
  return { jpeg, ...page };
};
const pixels = async (jpeg: Buffer) => {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    return [...data.subarray(at, at + 3)];
  };
};

test('crops a place with its surroundings, and outlines it', async () => {
  const cut = await cutOut(await aPage(), { left: 0.4, top: 0.5, width: 0.2, height: 0.05 });
  expect([cut.width, cut.height]).toEqual([500, 197]);
  const at = await pixels(cut.jpeg);
  expect(Math.max(...at(0.5, 0.5))).toBeLessThan(80);
  expect(Math.min(...at(0.05, 0.1))).toBeGreaterThan(245);
  // The frame is left of the box: blue.
  const [red = 255, , blue = 0] = at((400 - 250 - 3) / 500, 0.5);
  expect(red < 120 && blue > 100).toBe(true);
});

test('a crop at the edge stays on the page; without a place it is the whole page', async () => {
  const corner = await cutOut(await aPage(), { left: 0.95, top: 0.98, width: 0.05, height: 0.02 });
  expect([corner.width, corner.height]).toEqual([500, 196]);
  const whole = await cutOut(await aPage(), null);
  expect([whole.width, whole.height]).toEqual([786, 1100]);
});
