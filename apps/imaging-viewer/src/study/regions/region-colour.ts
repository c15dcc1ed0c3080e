/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** For regions without a colour of their own. */
const usual: readonly Colour[] = [
  [255, 196, 0],
  [0, 200, 255],
  [255, 105, 180],
  [80, 220, 100],
  [255, 140, 60],
  [170, 140, 255],
  [240, 240, 100],
  [90, 230, 210],
];
export const colourAt = (at: number): Colour => usual[at % usual.length] ?? [255, 196, 0];

// The white of CIELab in DICOM (D50), and from there to sRGB (Bradford).
const white = [0.9642, 1, 0.8249] as const;
const toRgb = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const;

const linear = (value: number): number => (value > 6 / 29 ? value ** 3 : 3 * (6 / 29) ** 2 * (value - 4 / 29));
const gamma = (value: number): number => (value <= 0.003_130_8 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);

/** The colour of a Recommended Display CIELab Value (PS3.3 C.10.7.1.1); null if it is none. */
export function colourOfLab(values: readonly number[]): Colour | null {
  if (values.length !== 3 || !values.every((value) => value >= 0 && value <= 65_535)) return null;
  const [l = 0, a = 0, b = 0] = values.map((value, at) =>
    at === 0 ? (value / 65_535) * 100 : (value / 65_535) * 255 - 128,
  );
  const y = (l + 16) / 116;
  const xyz = [y + a / 500, y, y - b / 200].map((value, at) => linear(value) * (white[at] ?? 1));
  return toRgb.map((line) =>
    Math.round(
      255 * Math.max(0, Math.min(1, gamma(line.reduce<number>((sum, part, at) => sum + part * (xyz[at] ?? 0), 0)))),
    ),
  ) as unknown as Colour;
}
