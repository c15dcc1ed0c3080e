import type { Pixels } from '../scan/planes.ts';
import { homography, mapped } from '../scan/quad.ts';
import type { Matrix, Point, Quad } from '../scan/quad.ts';

export type Colour = readonly [number, number, number];
/** The colour at a point of a surface; coordinates from 0 to 1. */
export type Surface = (u: number, v: number) => Colour;

/** Numbers from 0 to 1 that are the same in each run. */
export const seeded = (seed: number): (() => number) => {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x5bd1e995);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
};

export const plain =
  (colour: Colour): Surface =>
  () =>
    colour;

/** Planks with grain. */
export const wood: Surface = (u, v) => {
  const grain = 9 * Math.sin(70 * v + 5 * Math.sin(9 * u)) + 5 * Math.sin(190 * v + 3 * u);
  const gap = Math.abs(v * 4 - Math.round(v * 4)) < 0.006 ? -45 : 0;
  return [150 + grain + gap, 112 + grain + gap, 78 + 0.7 * grain + gap];
};

/** A letter: lines of words made of strokes, on paper of a colour, with margins. */
export const letter = (seed: number, paper: Colour = [238, 237, 233], ink: Colour = [40, 40, 46]): Surface => {
  const random = seeded(seed);
  const lines = Array.from({ length: 38 }, () => ({ from: 0.1, to: 0.5 + 0.4 * random(), begun: random() }));
  return (u, v) => {
    const at = (v - 0.07) / 0.023;
    const line = lines[Math.floor(at)];
    if (!line || u < line.from || u > line.to || at % 1 > 0.55) return paper;
    const letterAt = (u + line.begun) * 75;
    const isGap = Math.floor(letterAt) % 7 === 6;
    const isStroke = letterAt % 1 < 0.3 || (letterAt % 1 < 0.75 && at % 1 < 0.14);
    return !isGap && isStroke ? ink : paper;
  };
};

export interface PaperOnTable {
  surface: Surface;
  corners: Quad;
  /** The radius of its corners, as a share of its width. */
  rounded?: number;
}
export interface Scene {
  width: number;
  height: number;
  table: Surface;
  papers?: readonly PaperOnTable[];
  /** The light at a place of the photo; 1 is full. */
  light?: (x: number, y: number) => number;
  /** Standard deviation of the grain. */
  noise?: number;
  /** Standard deviation of the blur, in pixels. */
  blur?: number;
  /** How dark the shadow beside the papers is. */
  shadow?: number;
  seed?: number;
}

/** The point on the paper that is visible at a point of the photo. */
const inverse = (corners: Quad) => {
  const [a, b, c, d, e, f, g, h, i] = homography(corners);
  const back: Matrix = [
    ...[e * i - f * h, c * h - b * i, b * f - c * e],
    ...[f * g - d * i, a * i - c * g, c * d - a * f],
    ...[d * h - e * g, b * g - a * h, a * e - b * d],
  ] as unknown as Matrix;
  return (x: number, y: number): Point => mapped(back, x, y);
};
const isOn = ({ x, y }: Point, rounded: number): boolean => {
  if (x < 0 || x > 1 || y < 0 || y > 1) return false;
  const [dx, dy] = [Math.max(0, rounded - Math.min(x, 1 - x)), Math.max(0, rounded - 1.41 * Math.min(y, 1 - y))];
  return Math.hypot(dx, dy) <= rounded || rounded === 0;
};

const blurLine = (values: Float32Array, from: number, step: number, count: number, kernel: readonly number[]) => {
  const half = (kernel.length - 1) / 2;
  const line = new Float32Array(count);
  for (let at = 0; at < count; at += 1) line[at] = values[from + at * step] ?? 0;
  for (let at = 0; at < count; at += 1) {
    let sum = 0;
    for (let near = -half; near <= half; near += 1)
      sum += (kernel[near + half] ?? 0) * (line[Math.min(count - 1, Math.max(0, at + near))] ?? 0);
    values[from + at * step] = sum;
  }
};

/** Draws a photo of papers on a table, as a phone would take it. */
export const madePhoto = ({
  width,
  height,
  table,
  papers = [],
  light = () => 1,
  noise = 3,
  blur = 0.8,
  shadow = 0.15,
  seed = 1,
}: Scene): Pixels => {
  const random = seeded(seed);
  const planes = [0, 1, 2].map(() => new Float32Array(width * height));
  const placed = papers.map((paper) => ({ ...paper, placeOf: inverse(paper.corners) }));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const px = (x + 0.5) / width;
      const py = (y + 0.5) / height;
      let colour = table(px, py);
      let lit = light(px, py);
      for (const { surface, placeOf, rounded = 0 } of placed) {
        const place = placeOf(px, py);
        if (isOn(place, rounded)) colour = surface(place.x, place.y);
        else if (shadow && isOn(placeOf(px - 0.006, py - 0.006), rounded)) lit *= 1 - shadow;
      }
      for (let channel = 0; channel < 3; channel += 1)
        (planes[channel] as Float32Array)[y * width + x] = lit * (colour[channel] ?? 0);
    }
  if (blur > 0) {
    const half = Math.ceil(2.5 * blur);
    const weights = Array.from({ length: 2 * half + 1 }, (_, at) => Math.exp(-((at - half) ** 2) / (2 * blur ** 2)));
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const kernel = weights.map((weight) => weight / all);
    for (const plane of planes) {
      for (let y = 0; y < height; y += 1) blurLine(plane, y * width, 1, width, kernel);
      for (let x = 0; x < width; x += 1) blurLine(plane, x, width, height, kernel);
    }
  }
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      const grain = (random() + random() + random() + random() - 2) * 1.73;
      data[4 * at + channel] = (planes[channel]?.[at] ?? 0) + noise * grain;
    }
    data[4 * at + 3] = 255;
  }
  return { data, width, height };
};

/** Corners from pairs of shares, in reading order. */
export const quadOf = (...places: readonly (readonly [number, number])[]): Quad =>
  places.map(([x, y]) => ({ x, y })) as unknown as Quad;
