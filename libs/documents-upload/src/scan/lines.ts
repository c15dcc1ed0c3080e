import type { Edges } from './edges.ts';
import type { Point, Size } from './quad.ts';

/** A straight line `x cos + y sin = distance`, seen from the middle of the picture. */
export interface Line {
  angle: number;
  distance: number;
}

export const halfTurn = 180;
export const radians = (degrees: number) => (degrees * Math.PI) / halfTurn;

const mostLines = 22;
/** How far the direction of an edge pixel may be from that of its line, in degrees. */
const tolerance = 4;
const binSize = 2;

/** The straight lines with the most edge pixels (Hough transform, each pixel voting around its own direction). */
export const houghLines = ({ at, direction, weight }: Edges, { width, height }: Size): Line[] => {
  const bins = Math.ceil(Math.hypot(width, height) / binSize) + 2;
  const votes = new Float32Array(halfTurn * bins);
  const [cosines, sines] = [Math.cos, Math.sin].map((of) =>
    Float32Array.from({ length: halfTurn }, (_, angle) => of(radians(angle))),
  ) as [Float32Array, Float32Array];
  at.forEach((place, index) => {
    const [x, y] = [(place % width) - width / 2, Math.floor(place / width) - height / 2];
    for (let turn = -tolerance; turn <= tolerance; turn += 1) {
      const angle = (Math.round(direction[index] ?? 0) + turn + halfTurn) % halfTurn;
      const distance = x * (cosines[angle] ?? 0) + y * (sines[angle] ?? 0);
      const bin = angle * bins + Math.round(distance / binSize + bins / 2);
      votes[bin] = (votes[bin] ?? 0) + (weight[index] ?? 0);
    }
  });
  const lines: Line[] = [];
  const fewestVotes = 0.03 * Math.min(width, height);
  while (lines.length < mostLines) {
    let peak = 0;
    for (let bin = 1; bin < votes.length; bin += 1) if ((votes[bin] ?? 0) > (votes[peak] ?? 0)) peak = bin;
    if ((votes[peak] ?? 0) < fewestVotes) break;
    const [angle, bin] = [Math.floor(peak / bins), peak % bins];
    lines.push({ angle, distance: (bin - bins / 2) * binSize });
    // An edge votes for the neighbours of its line, too.
    for (let turn = -5; turn <= 5; turn += 1) {
      const other = (angle + turn + halfTurn) % halfTurn;
      const mirrored = angle + turn < 0 || angle + turn >= halfTurn;
      const middle = mirrored ? bins - bin : bin;
      for (let near = Math.max(0, middle - 4); near <= Math.min(bins - 1, middle + 4); near += 1)
        votes[other * bins + near] = 0;
    }
  }
  return lines;
};

/** The pixel where two lines meet, or null for almost parallel ones. */
export const intersection = (a: Line, b: Line, { width, height }: Size): Point | null => {
  const across = Math.sin(radians(b.angle - a.angle));
  if (Math.abs(across) < 0.2) return null;
  const [ca, sa, cb, sb] = [a, b].flatMap(({ angle }) => [Math.cos(radians(angle)), Math.sin(radians(angle))]) as [
    number,
    number,
    number,
    number,
  ];
  return {
    x: (a.distance * sb - b.distance * sa) / across + width / 2,
    y: (b.distance * ca - a.distance * cb) / across + height / 2,
  };
};
/** The angle between two lines in degrees, at most 90. */
export const angleBetween = (a: Line, b: Line) => {
  const turn = Math.abs(a.angle - b.angle);
  return Math.min(turn, halfTurn - turn);
};
