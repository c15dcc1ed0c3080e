import sharp from 'sharp';
import { renderMeasured } from './measured-picture.ts';
import { readDicomBytes } from './read-bytes.ts';
import { imageElements, writeDicom, type ElementSpec } from './testing/write-dicom.ts';

const side = 64;
/** An image whose left half has the value 100 and whose right half 300. */
const anImage = async (...more: ElementSpec[]) => {
  const values = Array.from({ length: side * side }, (_, at) => (at % side < side / 2 ? 100 : 300));
  const bytes = writeDicom(
    imageElements(['00280010', 'US', [side]], ['00280011', 'US', [side]], ['7fe00010', 'OW', values], ...more),
  );
  const {
    instances: [instance],
  } = await readDicomBytes(bytes);
  if (!instance) throw new Error('The image was not read.');
  return { bytes, instance };
};
const measured = {
  kind: 'length',
  frame: 1,
  points: [
    [4, 32],
    [60, 32],
  ],
  window: { center: 100, width: 401 },
} as const;
/** The colour at a place of the picture, in shares of its sides. */
const colourAt = async ({ jpeg }: { jpeg: Buffer }, x: number, y: number): Promise<[number, number, number]> => {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
};

test('a measurement is drawn over its image, in the window used for measuring', async () => {
  const { bytes, instance } = await anImage();
  const picture = await renderMeasured(bytes, instance, measured);
  if (!picture) throw new Error('No picture.');
  const [dark] = await colourAt(picture, 0.2, 0.1);
  const [bright] = await colourAt(picture, 0.8, 0.1);
  // 100 is the middle of the window, and 300 its end.
  expect(Math.abs(dark - 128)).toBeLessThanOrEqual(3);
  expect(bright).toBeGreaterThanOrEqual(252);
  const [red, green, blue] = await colourAt(picture, 0.5, 0.5);
  expect([red > 200, green > 150, blue < 120]).toEqual([true, true, true]);
  const [wider] = await colourAt(
    (await renderMeasured(bytes, instance, { ...measured, window: { center: 100, width: 1601 } })) ?? picture,
    0.8,
    0.1,
  );
  expect(Math.abs(wider - 160)).toBeLessThanOrEqual(3);
});

test('non-square pixels are drawn with their aspect ratio', async () => {
  const { bytes, instance } = await anImage(['00280030', 'DS', '2\\1']);
  const picture = await renderMeasured(bytes, instance, {
    ...measured,
    points: [
      [32, 2],
      [32, 62],
    ],
  });
  // Twice as high as wide: all of the line is in the picture.
  expect((picture?.height ?? 0) / (picture?.width ?? 1)).toBeGreaterThan(1.9);
});

test('draws nothing for a missing frame, a missing place or a broken image', async () => {
  const { bytes, instance } = await anImage();
  expect(await renderMeasured(bytes, instance, { ...measured, frame: 2 })).toBeNull();
  expect(
    await renderMeasured(bytes, instance, {
      ...measured,
      points: [
        [4, 32],
        [65, 32],
      ],
    }),
  ).toBeNull();
  expect(await renderMeasured(bytes.subarray(0, 900), instance, measured)).toBeNull();
});

test('a point in a long image shows a square section around it', async () => {
  const values = Array.from({ length: side * side * 8 }, () => 100);
  const bytes = writeDicom(
    imageElements(['00280010', 'US', [side]], ['00280011', 'US', [side * 8]], ['7fe00010', 'OW', values]),
  );
  const {
    instances: [instance],
  } = await readDicomBytes(bytes);
  if (!instance) throw new Error('The image was not read.');
  const picture = await renderMeasured(bytes, instance, {
    ...measured,
    points: [
      [256, 32],
      [258, 32],
    ],
  });
  // The whole image is eight times as wide as high.
  expect((picture?.width ?? 0) / (picture?.height ?? 1)).toBeLessThan(2);
});

type Spots = readonly (readonly [x: number, y: number])[];
const corners: Spots = [
  [4, 4],
  [60, 60],
];
const edges: Spots = [
  [32, 4],
  [4, 32],
  [60, 32],
  [32, 60],
];
const parallel: Spots = [
  [4, 4],
  [60, 4],
  [4, 60],
  [60, 60],
];
const middles: Spots = [
  [32, 4],
  [32, 60],
];
const bent: Spots = [
  [4, 4],
  [32, 60],
  [60, 4],
];
const legs: Spots = [
  [18, 32],
  [46, 32],
];
// The tip of an arrow has a wing on each side.
const shaft: Spots = [
  [4, 4],
  [4, 60],
];
const wings: Spots = [
  [3.2, 5.6],
  [4.8, 5.6],
  [4, 32],
];
test.each([
  ['angle', bent, legs],
  ['bidirectional', parallel, middles],
  ['cobb', parallel, middles],
  ['rectangle', corners, edges],
  ['ellipse', corners, edges],
  ['arrow', shaft, wings],
  ['length', corners, [[20, 20]]],
] as [typeof measured.kind, Spots, Spots][])('%s is drawn with all of its lines', async (kind, points, spots) => {
  const { bytes, instance } = await anImage();
  const picture = await renderMeasured(bytes, instance, { ...measured, kind, points });
  if (!picture) throw new Error('No picture.');
  const isYellow = async (x: number, y: number) => {
    const [red, green, blue] = await colourAt(picture, x / side, y / side);
    return red > 200 && green > 150 && blue < 120;
  };
  expect(await Promise.all(spots.map(([x, y]) => isYellow(x, y)))).toEqual(spots.map(() => true));
  expect(await isYellow(48, 56)).toBe(false);
});
