/** A picture as a canvas gives it: four bytes for each pixel. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}
/** One number for each pixel. */
export interface Plane {
  data: Float32Array;
  width: number;
  height: number;
}
/** The planes of red, green and blue. */
export type Channels = readonly [Plane, Plane, Plane];

const onePlane = ({ data, width, height }: Pixels, of: (r: number, g: number, b: number) => number): Plane => {
  const plane = new Float32Array(width * height);
  for (let at = 0; at < plane.length; at += 1)
    plane[at] = of(data[4 * at] ?? 0, data[4 * at + 1] ?? 0, data[4 * at + 2] ?? 0);
  return { data: plane, width, height };
};
export const brightness = (r: number, g: number, b: number): number => 0.299 * r + 0.587 * g + 0.114 * b;
export const brightnessOf = (picture: Pixels): Plane => onePlane(picture, brightness);
export const coloursOf = (picture: Pixels): Channels => [
  onePlane(picture, (r) => r),
  onePlane(picture, (_, g) => g),
  onePlane(picture, (_r, _g, b) => b),
];

type Lines = (line: Float32Array, result: Float32Array) => void;

/** Treats each row, then each column. */
const separably = ({ data, width, height }: Plane, treat: Lines): Plane => {
  const treated = new Float32Array(data.length);
  const row = new Float32Array(width);
  for (let y = 0; y < height; y += 1) {
    treat(data.subarray(y * width, (y + 1) * width), row);
    treated.set(row, y * width);
  }
  const [column, result] = [new Float32Array(height), new Float32Array(height)];
  for (let x = 0; x < width; x += 1) {
    for (let y = 0; y < height; y += 1) column[y] = treated[y * width + x] ?? 0;
    treat(column, result);
    for (let y = 0; y < height; y += 1) treated[y * width + x] = result[y] ?? 0;
  }
  return { data: treated, width, height };
};

/** The brightest value around each, or with the sign -1 the darkest. */
const extreme =
  (reach: number, sign: 1 | -1): Lines =>
  (line, result) => {
    for (let at = 0; at < line.length; at += 1) {
      let found = line[at] ?? 0;
      const last = Math.min(line.length - 1, at + reach);
      for (let near = Math.max(0, at - reach); near <= last; near += 1) {
        const value = line[near] ?? 0;
        if (sign * value > sign * found) found = value;
      }
      result[at] = found;
    }
  };
/** Greyscale closing: fills dark strokes narrower than `2 * reach + 1` pixels, and leaves edges in place. */
export const closed = (plane: Plane, reach: number): Plane =>
  separably(separably(plane, extreme(reach, 1)), extreme(reach, -1));

/** Blurs by about one pixel. */
export const blurred = (plane: Plane): Plane =>
  separably(plane, (line, result) => {
    const last = line.length - 1;
    for (let at = 0; at <= last; at += 1) {
      const next = (line[Math.max(0, at - 1)] ?? 0) + (line[Math.min(last, at + 1)] ?? 0);
      const far = (line[Math.max(0, at - 2)] ?? 0) + (line[Math.min(last, at + 2)] ?? 0);
      result[at] = (far + 4 * next + 6 * (line[at] ?? 0)) / 16;
    }
  });

/** The value between pixels. */
export const valueAt = ({ data, width, height }: Plane, x: number, y: number): number => {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 2, Math.max(0, Math.floor(y)));
  const fx = Math.min(1, Math.max(0, x - left));
  const fy = Math.min(1, Math.max(0, y - top));
  const at = top * width + left;
  const upper = (data[at] ?? 0) * (1 - fx) + (data[at + 1] ?? 0) * fx;
  const lower = (data[at + width] ?? 0) * (1 - fx) + (data[at + width + 1] ?? 0) * fx;
  return upper * (1 - fy) + lower * fy;
};

/** The value below which this share of a sample lies. */
export const quantile = (values: ArrayLike<number>, share: number): number => {
  const sorted = Float32Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
};
