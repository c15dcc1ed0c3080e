/** @jest-environment node */
import { madePhoto, plain, quadOf } from '../testing/made-photos.ts';
import type { Colour, Surface } from '../testing/made-photos.ts';
import { applyLook } from './look.ts';
import type { Look } from './look.ts';
import { brightness } from './planes.ts';
import type { Pixels } from './planes.ts';
import { straightened } from './straighten.ts';

const [width, height] = [300, 424];
const paper: Colour = [236, 234, 226];
const marks = {
  text: [0.2, [45, 45, 50]],
  pencil: [0.35, [196, 194, 190]],
  stamp: [0.5, [205, 60, 70]],
  marker: [0.65, [250, 240, 110]],
  picture: [0.85, [30, 32, 30]],
} as const satisfies Record<string, readonly [number, Colour]>;
type Mark = keyof typeof marks;

/** Strokes of each kind below one another, and a dark picture. */
const marked: Surface = (u, v) => {
  for (const [mark, [at, colour]] of Object.entries(marks)) {
    if (mark === 'picture' && Math.abs(v - at) < 0.09 && u > 0.2 && u < 0.8) return colour;
    if (mark === 'marker' && Math.abs(v - at) < 0.02 && u > 0.1 && u < 0.6) return colour;
    if (Math.abs(v - at) < 0.02 && (u * 30) % 1 < 0.3 && u > 0.1 && u < 0.9 && mark !== 'picture') return colour;
  }
  return paper;
};
const photo = madePhoto({
  width,
  height,
  table: marked,
  noise: 2,
  blur: 0.5,
  light: (x, y) => 0.95 - 0.5 * x * (0.5 + 0.5 * y),
});
const shaded = (): Pixels => ({ ...photo, data: photo.data.slice() });

type Rgb = [number, number, number];
const meanOf = ({ data }: Pixels, isIn: (u: number, v: number) => boolean): Rgb => {
  const sum: Rgb = [0, 0, 0];
  let count = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (isIn((x + 0.5) / width, (y + 0.5) / height)) {
        count += 1;
        for (const channel of [0, 1, 2] as const) sum[channel] += data[4 * (y * width + x) + channel] ?? 0;
      }
  return sum.map((value) => value / count) as Rgb;
};
/** The inner part of the strokes of a kind. */
const of = (mark: Mark) => (u: number, v: number) =>
  Math.abs(v - marks[mark][0]) < 0.013 && (u * 30) % 1 > 0.1 && (u * 30) % 1 < 0.2 && u > 0.15 && u < 0.85;
const blank = (from: number, to: number) => (u: number, v: number) => v > 0.25 && v < 0.3 && u > from && u < to;
const looking = async (look: Look) => applyLook(shaded(), look);

test('removes shadows on white paper, and keeps the writing dark', async () => {
  const page = await looking('document');
  expect(Math.min(...meanOf(page, blank(0.05, 0.3)))).toBeGreaterThan(244);
  expect(Math.min(...meanOf(page, blank(0.7, 0.95)))).toBeGreaterThan(244);
  expect(brightness(...meanOf(page, of('text')))).toBeLessThan(70);
});

test('keeps faint pencil apart from the paper', async () => {
  const contrast = (page: Pixels) =>
    brightness(...meanOf(page, blank(0.15, 0.85))) - brightness(...meanOf(page, of('pencil')));
  expect(contrast(await looking('document'))).toBeGreaterThan(1.2 * contrast(shaded()));
  expect(contrast(await looking('blackWhite'))).toBeGreaterThan(contrast(shaded()));
});

test('keeps a red stamp red and a marker yellow', async () => {
  const page = await looking('document');
  const [r, g, b] = meanOf(page, of('stamp'));
  expect([r > g + 90, r > b + 80]).toEqual([true, true]);
  const marker = meanOf(page, (u, v) => Math.abs(v - marks.marker[0]) < 0.012 && u > 0.15 && u < 0.55);
  expect(marker[2]).toBeLessThan(marker[0] - 80);
});

test('keeps a dark picture on the page dark', async () => {
  const picture = (u: number, v: number) => Math.abs(v - marks.picture[0]) < 0.06 && u > 0.3 && u < 0.7;
  expect(brightness(...meanOf(await looking('document'), picture))).toBeLessThan(60);
});

test('shows stamp and marker in black and white, without a background', async () => {
  const page = await looking('blackWhite');
  expect(meanOf(page, of('stamp'))[0]).toBeLessThan(120);
  expect(meanOf(page, blank(0.15, 0.85))[0]).toBeGreaterThan(247);
  const [r, g, b] = meanOf(page, of('stamp'));
  expect([g, b]).toEqual([r, r]);
});

test('changes nothing when the look stays original', async () => {
  expect(Buffer.compare(Buffer.from((await looking('original')).data), Buffer.from(photo.data))).toBe(0);
});

test('straightening a page preserves the layout', async () => {
  const corners = quadOf([0.2, 0.1], [0.85, 0.2], [0.8, 0.9], [0.1, 0.8]);
  const quarters: Surface = (u, v) => [u < 0.5 ? 220 : 40, v < 0.5 ? 220 : 40, 128];
  const askew = madePhoto({
    width,
    height,
    table: plain([0, 0, 0]),
    papers: [{ surface: quarters, corners }],
    noise: 0,
  });
  const page = await straightened(askew, corners, { width, height });
  const colourAt = (u: number, v: number) => [
    ...page.data.slice(4 * (Math.floor(v * height) * width + Math.floor(u * width))).subarray(0, 2),
  ];
  // Next to the middle lines: a wrong map would show another quarter.
  for (const u of [0.47, 0.53])
    for (const v of [0.47, 0.53]) {
      const [r = 0, g = 0] = colourAt(u, v);
      expect([r > 128, g > 128]).toEqual([u < 0.5, v < 0.5]);
    }
});

test('keeps writing on a strip that is narrower than one brightness cell', async () => {
  const [long, thin] = [300, 5];
  const isInk = (byte: number) => Math.floor(byte / 4) % 10 === 0;
  const data = Uint8ClampedArray.from({ length: 4 * long * thin }, (_, byte) =>
    byte % 4 === 3 ? 255 : isInk(byte) ? 40 : 230,
  );
  const page = await applyLook({ data, width: long, height: thin }, 'document');
  expect(page.data[0]).toBeLessThan(80);
  expect(page.data[4]).toBeGreaterThan(244);
});
