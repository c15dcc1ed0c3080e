/** @jest-environment node */
import { letter, madePhoto, plain, quadOf, seeded, wood } from '../testing/made-photos.ts';
import type { Colour, Scene } from '../testing/made-photos.ts';
import { findPaper } from './find-paper.ts';
import type { Quad } from './quad.ts';

const [width, height] = [450, 600];
const photographed = (scene: Omit<Scene, 'width' | 'height'>) => findPaper(madePhoto({ width, height, ...scene }));

/** The largest distance between corners, as a share of the diagonal. */
const farthest = (found: Quad | null, corners: Quad) =>
  found === null
    ? Infinity
    : Math.max(
        ...found.map(({ x, y }, at) =>
          Math.hypot((x - (corners[at]?.x ?? 0)) * width, (y - (corners[at]?.y ?? 0)) * height),
        ),
      ) / Math.hypot(width, height);
const slanted = quadOf([0.15, 0.12], [0.83, 0.17], [0.9, 0.88], [0.08, 0.84]);
const near = 0.02;

test.each<[string, Omit<Scene, 'width' | 'height'>]>([
  ['on wood', { table: wood, papers: [{ surface: letter(1), corners: slanted }] }],
  [
    'in a shadow, with grain',
    {
      table: wood,
      papers: [{ surface: letter(2), corners: slanted }],
      light: (x, y) => 1 - 0.55 * Math.max(0, Math.min(1, (x + y - 0.6) * 1.2)),
      noise: 6,
    },
  ],
  [
    'white on a light table',
    {
      table: plain([226, 224, 220]),
      papers: [{ surface: letter(3, [240, 239, 236]), corners: slanted }],
      light: (x) => 0.95 - 0.2 * x,
    },
  ],
  [
    'with round corners',
    { table: plain([90, 95, 105]), papers: [{ surface: letter(4), corners: slanted, rounded: 0.06 }] },
  ],
  [
    'pink, on grey',
    { table: plain([150, 152, 150]), papers: [{ surface: letter(5, [245, 196, 200]), corners: slanted }] },
  ],
  [
    'with a few bold lines',
    {
      table: wood,
      papers: [
        { surface: (_, v) => (v % 0.25 > 0.1 && v % 0.25 < 0.13 ? [40, 40, 46] : [236, 235, 230]), corners: slanted },
      ],
    },
  ],
  [
    'written in pencil',
    { table: wood, papers: [{ surface: letter(3, [238, 237, 233], [190, 189, 186]), corners: slanted }] },
  ],
  [
    'as narrow as a receipt',
    {
      table: wood,
      papers: [{ surface: letter(4), corners: quadOf([0.38, 0.04], [0.62, 0.04], [0.63, 0.96], [0.37, 0.96]) }],
    },
  ],
  [
    'lying askew',
    {
      table: wood,
      papers: [{ surface: letter(9), corners: quadOf([0.3, 0.1], [0.95, 0.3], [0.7, 0.9], [0.05, 0.68]) }],
    },
  ],
])('finds the corners of a paper %s', (_, scene) => {
  expect(farthest(photographed(scene), scene.papers?.[0]?.corners as Quad)).toBeLessThan(near);
});

const cutOff = quadOf([0.1, 0.1], [0.9, 0.1], [0.9, 1.2], [0.1, 1.2]);
const face = (u: number, v: number): Colour => {
  const eyes = [0.4, 0.6].some((x) => Math.hypot((u - x) / 0.04, (v - 0.42) / 0.02) < 1);
  const far = Math.hypot((u - 0.5) / 0.3, (v - 0.5) / 0.38);
  if (eyes) return [60, 45, 40];
  return far < 1 ? [215 - 30 * far, 165 - 30 * far, 140 - 30 * far] : [120, 130, 140];
};
const skin = (u: number, v: number): Colour => {
  const fold = 8 * Math.sin(20 * u + 7 * v) - 40 * v;
  return Math.hypot((u - 0.55) / 0.1, (v - 0.5) / 0.07) < 1 ? [110, 60, 50] : [210 + fold, 160 + fold, 135 + fold];
};
const inMiddle = (u: number, v: number) => Math.hypot((u - 0.5) / 0.12, (v - 0.5) / 0.1) < 1;
/** A dressing with a stain, beside what is shown. */
const dressing = quadOf([0.4, 0.55], [0.9, 0.56], [0.9, 0.95], [0.41, 0.94]);
const gauze = (u: number, v: number): Colour => {
  const weave = 6 * Math.sin(260 * u) * Math.sin(260 * v);
  return inMiddle(u, v) ? [150, 60, 55] : [238 + weave, 236 + weave, 230 + weave];
};
/** A film that covers a third of a light table. */
const lightTable = (u: number, v: number): Colour => {
  const grey = 30 + 90 * Math.abs(Math.sin(9 * u) * Math.sin(7 * v));
  return Math.max(Math.abs(u - 0.5), Math.abs(v - 0.5)) < 0.29 ? [grey, grey, grey] : [245, 248, 255];
};
/** A letter with a shaded box, all that is bright in the photo. */
const withBox = (u: number, v: number): Colour =>
  u > 0.2 && u < 0.8 && v > 0.3 && v < 0.7 ? [250, 250, 250] : letter(12, [205, 205, 205])(u, v);

test.each<[string, Omit<Scene, 'width' | 'height'>]>([
  [
    'two papers',
    {
      table: wood,
      papers: [
        { surface: letter(5), corners: quadOf([0.05, 0.1], [0.6, 0.12], [0.58, 0.8], [0.04, 0.78]) },
        { surface: letter(6), corners: quadOf([0.65, 0.3], [1.3, 0.35], [1.3, 1.1], [0.62, 1.05]) },
      ],
    },
  ],
  ['a paper that fills the photo', { table: letter(7) }],
  ['a paper that reaches beyond the photo', { table: wood, papers: [{ surface: letter(11), corners: cutOff }] }],
  ['a bright box in a text', { table: withBox }],
  ['a dark page', { table: wood, papers: [{ surface: letter(8, [45, 45, 50], [200, 200, 200]), corners: slanted }] }],
  ['a face', { table: face }],
  ['skin', { table: skin }],
  ['an empty table', { table: wood }],
  ['a mole beside a white dressing', { table: skin, papers: [{ surface: gauze, corners: dressing }] }],
  ['a film on a light table', { table: plain([40, 40, 45]), papers: [{ surface: lightTable, corners: slanted }] }],
])('offers nothing for %s', (_, scene) => {
  expect(photographed(scene)).toBeNull();
});

test('finds papers anywhere or suggests nothing, and never cuts off writing', () => {
  const random = seeded(77);
  const around = (middle: number, spread: number) => middle + spread * (2 * random() - 1);
  const results = Array.from({ length: 9 }, (_, seed) => {
    const corners = quadOf(
      [around(0.15, 0.1), around(0.14, 0.1)],
      [around(0.85, 0.1), around(0.14, 0.1)],
      [around(0.87, 0.1), around(0.86, 0.1)],
      [around(0.13, 0.1), around(0.86, 0.1)],
    );
    const table = [wood, plain([120, 130, 125]), plain([205, 203, 200])][seed % 3] ?? wood;
    const noise = around(4, 3);
    return farthest(photographed({ table, papers: [{ surface: letter(seed), corners }], noise, seed }), corners);
  });
  const found = results.filter(Number.isFinite);
  expect(found.filter((far) => far > near)).toEqual([]);
  expect(found.length).toBeGreaterThan(7);
});
