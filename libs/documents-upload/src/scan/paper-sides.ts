import { halfTurn, intersection } from './lines.ts';
import type { Line } from './lines.ts';
import { areaOf, isPaperShaped, outwardNormal, sidesOf } from './paper-quads.ts';
import { quantile, valueAt } from './planes.ts';
import type { Channels } from './planes.ts';
import type { Point, Quad } from './quad.ts';

/** Places at which the contrast of a side is sampled, and those that belong to its end. */
const samples = 32;
const endSamples = 4;
/** A step in brightness that is the edge of a paper and not grain. */
const leastStep = 3.5;

const pointAlong = (from: Point, to: Point, share: number): Point => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
});

/** The steps in colour from the paper to what is beside it, along one side. */
interface SideContrast {
  /** Share of the side along which the paper is brighter than what is beside it. */
  support: number;
  /** False when the step is missing at one of the ends: the side of the paper is shorter, or another line. */
  coversEnds: boolean;
  /** The mean step of each colour across the side. */
  steps: [number, number, number];
}

const contrastOf = (channels: Channels, from: Point, to: Point): SideContrast => {
  const out = outwardNormal(from, to);
  const steps = Array.from({ length: samples }, (_, index) => {
    const { x, y } = pointAlong(from, to, 0.03 + (0.94 * index) / (samples - 1));
    return channels.map((plane) =>
      [2.5, 4, 6].reduce(
        (sum, far) =>
          sum +
          (valueAt(plane, x - far * out.x, y - far * out.y) - valueAt(plane, x + far * out.x, y + far * out.y)) / 3,
        0,
      ),
    ) as [number, number, number];
  });
  const isStep = (step: readonly number[]) => Math.max(...step) >= leastStep && Math.min(...step) > -leastStep;
  const share = (some: readonly (readonly number[])[]) => some.filter(isStep).length / some.length;
  return {
    support: share(steps),
    coversEnds: share(steps.slice(0, endSamples)) >= 0.5 && share(steps.slice(-endSamples)) >= 0.5,
    steps: [0, 1, 2].map((at) => steps.reduce((sum, step) => sum + (step[at] ?? 0), 0) / samples) as [
      number,
      number,
      number,
    ],
  };
};

/** A quadrilateral with the contrast of its sides. */
export interface Candidate {
  quad: Quad;
  sides: SideContrast[];
  /** Mean support of the sides, more for larger papers. */
  score: number;
}
/** Scores a quadrilateral; null unless each side has at least this support and covers its ends. */
export const scored = (channels: Channels, quad: Quad, leastSupport: number): Candidate | null => {
  const sides: SideContrast[] = [];
  for (const [from, to] of sidesOf(quad)) {
    const side = contrastOf(channels, from, to);
    if (side.support < leastSupport || !side.coversEnds) return null;
    sides.push(side);
  }
  const [{ width, height }] = channels;
  const support = sides.reduce((sum, side) => sum + side.support, 0) / 4;
  return { quad, sides, score: support + (0.5 * areaOf(quad)) / (width * height) };
};

/** Pixels on both sides of a line in which its edge is searched. */
const reach = 6;
const fitRounds = 5;
/** Fits a line to the steepest places along a side: total least squares, without outliers of the round before. */
const fitLine = (channels: Channels, [from, to]: [Point, Point], { steps }: SideContrast): Line | null => {
  const [{ width, height }] = channels;
  const out = outwardNormal(from, to);
  const length = Math.hypot(...steps) || 1;
  const projected = (x: number, y: number) =>
    channels.reduce((sum, plane, at) => sum + ((steps[at] ?? 0) / length) * valueAt(plane, x, y), 0);
  let places = Array.from({ length: 60 }, (_, index) => {
    const { x, y } = pointAlong(from, to, 0.05 + (0.9 * index) / 59);
    let [steepest, offset] = [0, 0];
    for (let far = -reach; far <= reach; far += 0.5) {
      const step =
        projected(x + (far - 1) * out.x, y + (far - 1) * out.y) -
        projected(x + (far + 1) * out.x, y + (far + 1) * out.y);
      if (step > steepest) [steepest, offset] = [step, far];
    }
    return steepest > 1 ? [{ x: x + offset * out.x, y: y + offset * out.y }] : [];
  }).flat();
  const enough = 0.6 * places.length;
  let line: Line | null = null;
  for (let round = 0; round < fitRounds; round += 1) {
    const count = places.length;
    if (count < Math.max(12, enough)) return null;
    const mx = places.reduce((sum, { x }) => sum + x, 0) / count;
    const my = places.reduce((sum, { y }) => sum + y, 0) / count;
    const [xx, xy, yy] = places.reduce(
      ([sxx, sxy, syy], { x, y }) => [sxx + (x - mx) ** 2, sxy + (x - mx) * (y - my), syy + (y - my) ** 2] as const,
      [0, 0, 0] as readonly [number, number, number],
    );
    const angle = 0.5 * Math.atan2(2 * xy, xx - yy) + Math.PI / 2;
    const distance = (mx - width / 2) * Math.cos(angle) + (my - height / 2) * Math.sin(angle);
    line = { angle: (angle / Math.PI) * halfTurn, distance };
    const errorOf = ({ x, y }: Point) =>
      Math.abs((x - width / 2) * Math.cos(angle) + (y - height / 2) * Math.sin(angle) - distance);
    const medianError = quantile(places.map(errorOf), 0.5);
    // A bent paper has no straight edge that would be right.
    if (round === fitRounds - 1 && medianError > 1.8) return null;
    places = places.filter((place) => errorOf(place) <= Math.max(1, 2.5 * medianError));
  }
  return line;
};

/** The quadrilateral of the lines fitted to the edges, or null if they are not straight. */
export const refined = (channels: Channels, { quad, sides }: Candidate): Quad | null => {
  const [size] = channels;
  const lines = sidesOf(quad).map((side, at) => fitLine(channels, side, sides[at] as SideContrast));
  const points = lines.flatMap((line, at) => {
    const before = lines.at(at - 1);
    const point = line && before && intersection(before, line, size);
    return point ? [point] : [];
  });
  if (points.length < 4) return null;
  const better = points as unknown as Quad;
  return isPaperShaped(better, size) ? better : null;
};
