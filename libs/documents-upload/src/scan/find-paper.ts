import { blurred, brightnessOf, closed, coloursOf, quantile, valueAt } from './planes.ts';
import type { Pixels, Plane } from './planes.ts';
import { cross } from './quad.ts';
import type { Point, Quad } from './quad.ts';

/** Pixels on the long side of the picture that is searched: enough for 2 % of the diagonal, quick on a phone. */
export const searchedSide = 600;

/** A straight line `x cos + y sin = distance`, seen from the middle of the picture. */
interface Line {
  angle: number;
  distance: number;
}
type Channels = readonly [Plane, Plane, Plane];

const halfTurn = 180;
const radians = (degrees: number) => (degrees * Math.PI) / halfTurn;

interface Edges {
  /** Places of the edge pixels, and their direction in degrees, below 180. */
  at: number[];
  direction: number[];
  weight: number[];
}

/** Thin edges: places where the picture changes most across them, in any colour. */
const edgesOf = (channels: Channels): Edges => {
  const [{ width, height }] = channels;
  const gx = new Float32Array(width * height);
  const gy = new Float32Array(width * height);
  const strength = new Float32Array(width * height);
  for (const { data } of channels)
    for (let y = 1; y < height - 1; y += 1)
      for (let x = 1; x < width - 1; x += 1) {
        const at = y * width + x;
        const diagonal = (data[at + width + 1] ?? 0) - (data[at - width - 1] ?? 0);
        const other = (data[at + width - 1] ?? 0) - (data[at - width + 1] ?? 0);
        const across = diagonal - other + 2 * ((data[at + 1] ?? 0) - (data[at - 1] ?? 0));
        const down = diagonal + other + 2 * ((data[at + width] ?? 0) - (data[at - width] ?? 0));
        const size = Math.sqrt(across * across + down * down) / 8;
        if (size <= (strength[at] ?? 0)) continue;
        gx[at] = across;
        gy[at] = down;
        strength[at] = size;
      }
  const least = Math.max(
    1,
    2 *
      quantile(
        strength.filter((_, at) => at % 11 === 0),
        0.5,
      ),
  );
  const edges: Edges = { at: [], direction: [], weight: [] };
  for (let y = 2; y < height - 2; y += 1)
    for (let x = 2; x < width - 2; x += 1) {
      const at = y * width + x;
      const size = strength[at] ?? 0;
      if (size < least) continue;
      const direction = Math.atan2(gy[at] ?? 0, gx[at] ?? 0);
      const next = Math.round(Math.sin(direction)) * width + Math.round(Math.cos(direction));
      if (size < (strength[at + next] ?? 0) || size <= (strength[at - next] ?? 0)) continue;
      edges.at.push(at);
      edges.direction.push(((direction / Math.PI) * halfTurn + 2 * halfTurn) % halfTurn);
      // A strong edge does not outvote a faint one that is as long.
      edges.weight.push(Math.min(size, 4 * least) / (4 * least));
    }
  return edges;
};

const mostLines = 22;
/** How far an edge's own direction may be from that of its line, in degrees. */
const leeway = 4;
const binSize = 2;

/** The straight lines with the most edge pixels (Hough transform, each pixel voting for its own direction). */
const linesOf = ({ at, direction, weight }: Edges, width: number, height: number): Line[] => {
  const bins = Math.ceil(Math.hypot(width, height) / binSize) + 2;
  const votes = new Float32Array(halfTurn * bins);
  const [cosines, sines] = [Math.cos, Math.sin].map((of) =>
    Float32Array.from({ length: halfTurn }, (_, angle) => of(radians(angle))),
  ) as [Float32Array, Float32Array];
  at.forEach((place, index) => {
    const [x, y] = [(place % width) - width / 2, Math.floor(place / width) - height / 2];
    for (let turn = -leeway; turn <= leeway; turn += 1) {
      const angle = (Math.round(direction[index] ?? 0) + turn + halfTurn) % halfTurn;
      const distance = x * (cosines[angle] ?? 0) + y * (sines[angle] ?? 0);
      const bin = angle * bins + Math.round(distance / binSize + bins / 2);
      votes[bin] = (votes[bin] ?? 0) + (weight[index] ?? 0);
    }
  });
  const lines: Line[] = [];
  const fewest = 0.03 * Math.min(width, height);
  while (lines.length < mostLines) {
    let best = 0;
    for (let bin = 1; bin < votes.length; bin += 1) if ((votes[bin] ?? 0) > (votes[best] ?? 0)) best = bin;
    if ((votes[best] ?? 0) < fewest) break;
    const [angle, bin] = [Math.floor(best / bins), best % bins];
    lines.push({ angle, distance: (bin - bins / 2) * binSize });
    // The same edge votes for its neighbours, too.
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

const meeting = (a: Line, b: Line): Point | null => {
  const across = Math.sin(radians(b.angle - a.angle));
  if (Math.abs(across) < 0.2) return null;
  const [ca, sa, cb, sb] = [a, b].flatMap(({ angle }) => [Math.cos(radians(angle)), Math.sin(radians(angle))]) as [
    number,
    number,
    number,
    number,
  ];
  return { x: (a.distance * sb - b.distance * sa) / across, y: (b.distance * ca - a.distance * cb) / across };
};
const turnBetween = (a: Line, b: Line) => {
  const turn = Math.abs(a.angle - b.angle);
  return Math.min(turn, halfTurn - turn);
};

const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const areaOf = ([a, b, c, d]: Quad) => (cross(a, b, c) + cross(a, c, d)) / 2;
const sidesOf = (quad: Quad): [Point, Point][] => quad.map((from, at) => [from, quad[(at + 1) % 4] as Point]);

/** In reading order: clockwise, beginning at the corner nearest to the top left. */
const inOrder = (points: Point[]): Quad => {
  const middle = {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  };
  const around = [...points].sort(
    (a, b) => Math.atan2(a.y - middle.y, a.x - middle.x) - Math.atan2(b.y - middle.y, b.x - middle.x),
  );
  const first = around.reduce(
    (best, { x, y }, at) => (x + y < (around[best]?.x ?? 0) + (around[best]?.y ?? 0) ? at : best),
    0,
  );
  return [...around.slice(first), ...around.slice(0, first)] as unknown as Quad;
};

/** The smallest share of the photo that a paper fills. */
const smallest = 0.15;

/** True for the picture of a rectangle as a phone sees it: large, convex, not too slanted. */
const looksLikePaper = (quad: Quad, width: number, height: number): boolean => {
  if (quad.some(({ x, y }) => x < -2 || y < -2 || x > width + 1 || y > height + 1)) return false;
  if (areaOf(quad) < smallest * width * height) return false;
  const lengths = sidesOf(quad).map(([from, to]) => apart(from, to));
  const [top = 0, right = 0, bottom = 0, left = 0] = lengths;
  if (Math.min(top, bottom) < 0.45 * Math.max(top, bottom) || Math.min(left, right) < 0.45 * Math.max(left, right))
    return false;
  return quad.every((corner, at) => {
    const [before, after] = [quad.at(at - 1) ?? corner, quad[(at + 1) % 4] ?? corner];
    const sine = cross(before, corner, after) / (apart(before, corner) * apart(corner, after));
    return sine > Math.sin(radians(48));
  });
};

/** All quadrilaterals of two pairs of facing lines. */
const quadsOf = (lines: readonly Line[], width: number, height: number): Quad[] => {
  const facing = lines.flatMap((a, at) =>
    lines.slice(at + 1).flatMap((b): [Line, Line][] => (turnBetween(a, b) < 28 ? [[a, b]] : [])),
  );
  return facing.flatMap(([a, b], at) =>
    facing.slice(at + 1).flatMap(([c, d]): Quad[] => {
      if (turnBetween(a, c) < 45 || turnBetween(b, d) < 45) return [];
      const points = [meeting(a, c), meeting(a, d), meeting(b, c), meeting(b, d)].flatMap((point) =>
        point ? [{ x: point.x + width / 2, y: point.y + height / 2 }] : [],
      );
      if (points.length < 4) return [];
      const quad = inOrder(points);
      return looksLikePaper(quad, width, height) ? [quad] : [];
    }),
  );
};

const samples = 32;
const perPart = 4;
/** A step in brightness that is the edge of a paper and not grain. */
const leastStep = 3.5;

/** The direction out of a quadrilateral that is in clockwise order. */
const outwards = (from: Point, to: Point): Point => {
  const length = apart(from, to) || 1;
  return { x: (to.y - from.y) / length, y: -(to.x - from.x) / length };
};
const along = (from: Point, to: Point, share: number): Point => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
});

interface Side {
  /** Share of the side along which the paper is brighter than what is beside it. */
  support: number;
  /** False when the step is missing at one of the ends: the side of the paper is shorter, or another line. */
  toItsEnds: boolean;
  /** The mean step of each colour across the side. */
  steps: [number, number, number];
}

const sideOf = (channels: Channels, from: Point, to: Point): Side => {
  const out = outwards(from, to);
  const steps = Array.from({ length: samples }, (_, index) => {
    const { x, y } = along(from, to, 0.03 + (0.94 * index) / (samples - 1));
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
    toItsEnds: share(steps.slice(0, perPart)) >= 0.5 && share(steps.slice(-perPart)) >= 0.5,
    steps: [0, 1, 2].map((at) => steps.reduce((sum, step) => sum + (step[at] ?? 0), 0) / samples) as [
      number,
      number,
      number,
    ],
  };
};

interface Found {
  quad: Quad;
  sides: Side[];
  /** Mean support of the sides, more for larger papers. */
  score: number;
}
const supported = 0.75;
/** Sides that the edges of the paper are there for, or null. */
const judged = (channels: Channels, quad: Quad, least: number): Found | null => {
  const sides: Side[] = [];
  for (const [from, to] of sidesOf(quad)) {
    const side = sideOf(channels, from, to);
    if (side.support < least || !side.toItsEnds) return null;
    sides.push(side);
  }
  const [{ width, height }] = channels;
  const support = sides.reduce((sum, side) => sum + side.support, 0) / 4;
  return { quad, sides, score: support + (0.5 * areaOf(quad)) / (width * height) };
};

const reach = 6;
/** The edge itself along one side: the steepest place of each sample, and the line nearest to most of them. */
const fittedLine = (channels: Channels, [from, to]: [Point, Point], { steps }: Side): Line | null => {
  const [{ width, height }] = channels;
  const out = outwards(from, to);
  const norm = Math.hypot(...steps) || 1;
  const value = (x: number, y: number) =>
    channels.reduce((sum, plane, at) => sum + ((steps[at] ?? 0) / norm) * valueAt(plane, x, y), 0);
  let places = Array.from({ length: 60 }, (_, index) => {
    const { x, y } = along(from, to, 0.05 + (0.9 * index) / 59);
    let [steepest, best] = [0, 0];
    for (let far = -reach; far <= reach; far += 0.5) {
      const step =
        value(x + (far - 1) * out.x, y + (far - 1) * out.y) - value(x + (far + 1) * out.x, y + (far + 1) * out.y);
      if (step > steepest) [steepest, best] = [step, far];
    }
    return steepest > 1 ? [{ x: x + best * out.x, y: y + best * out.y }] : [];
  }).flat();
  const enough = 0.6 * places.length;
  let line: Line | null = null;
  for (let round = 0; round < 5; round += 1) {
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
    const off = ({ x, y }: Point) =>
      Math.abs((x - width / 2) * Math.cos(angle) + (y - height / 2) * Math.sin(angle) - distance);
    const usual = quantile(places.map(off), 0.5);
    // A bent paper has no straight edge that would be right.
    if (round === 4 && usual > 1.8) return null;
    places = places.filter((place) => off(place) <= Math.max(1, 2.5 * usual));
  }
  return line;
};

const refined = (channels: Channels, { quad, sides }: Found): Quad | null => {
  const [{ width, height }] = channels;
  const lines = sidesOf(quad).map((side, at) => fittedLine(channels, side, sides[at] as Side));
  const points = lines.flatMap((line, at) => {
    const before = lines.at(at - 1);
    const point = line && before && meeting(before, line);
    return point ? [{ x: point.x + width / 2, y: point.y + height / 2 }] : [];
  });
  if (points.length < 4) return null;
  const better = points as unknown as Quad;
  return looksLikePaper(better, width, height) ? better : null;
};

/** How far inside each pixel is, in pixels; negative outside. */
const depthsIn = (quad: Quad, width: number, height: number): Float32Array => {
  const depths = new Float32Array(width * height).fill(Infinity);
  for (const [from, to] of sidesOf(quad)) {
    const out = outwards(from, to);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const depth = (from.x - x) * out.x + (from.y - y) * out.y;
        if (depth < (depths[y * width + x] ?? 0)) depths[y * width + x] = depth;
      }
  }
  return depths;
};

const colourful = 0.42;
/** The pixels of writing outside that a speck may have, and writing has not. */
const mostInk = 24;
/** The least share of the paper that is writing: a dressing on skin or a light table has none, and is not cropped to. */
const leastWriting = 0.007;
/** The dark line of a paper's own shadow. */
const shadow = 5;

/**
 * True when the quadrilateral is a bright paper with writing, and there is none outside it: that would be another paper,
 * or the rest of this one.
 */
const holdsAllWriting = (channels: Channels, picture: Pixels, quad: Quad): boolean => {
  const { width, height } = picture;
  const written = blurred(brightnessOf(picture));
  const ground = closed(written, 5);
  // Without the bold letters of a headline, too.
  const sheet = closed(written, 8);
  const [red, green, blue] = channels;
  const inside: number[] = [];
  const colour: number[] = [];
  const depth = depthsIn(quad, width, height);
  for (let at = 0; at < depth.length; at += 7) {
    if ((depth[at] ?? 0) < 3) continue;
    const r = red.data[at] ?? 0;
    const g = green.data[at] ?? 0;
    const b = blue.data[at] ?? 0;
    inside.push(ground.data[at] ?? 0);
    colour.push(1 - Math.min(r, g, b) / Math.max(1, r, g, b));
  }
  const paper = quantile(inside, 0.9);
  if (quantile(inside, 0.4) < 0.5 * paper || paper < 70 || quantile(colour, 0.5) > colourful) return false;
  let ink = 0;
  let writing = 0;
  let area = 0;
  for (let at = 0; at < depth.length; at += 1) {
    const deep = depth[at] ?? 0;
    if (Math.abs(deep) <= shadow) continue;
    if (deep > 0) area += 1;
    const there = (deep > 0 ? sheet : ground).data[at] ?? 0;
    if (there <= 0.62 * paper || there - (written.data[at] ?? 0) <= Math.max(14, 0.1 * there)) continue;
    if (deep > 0) writing += 1;
    else ink += 1;
  }
  return ink <= mostInk && writing >= leastWriting * area;
};

/**
 * The corners of the one paper in a photo, or null where they are not certain: without four straight edges along which
 * the paper is brighter than what is beside it, or with writing outside them. Expects a picture of `searchedSide`.
 */
export const findPaper = (picture: Pixels): Quad | null => {
  const { width, height } = picture;
  if (Math.min(width, height) < 60) return null;
  const channels = coloursOf(picture).map((plane) => blurred(closed(plane, 3))) as [Plane, Plane, Plane];
  const lines = linesOf(edgesOf(channels), width, height);
  const found = quadsOf(lines, width, height)
    .flatMap((quad) => judged(channels, quad, 0.55) ?? [])
    .sort((a, b) => b.score - a.score);
  for (const rough of found.slice(0, 12)) {
    const quad = refined(channels, rough);
    if (quad && judged(channels, quad, supported) && holdsAllWriting(channels, picture, quad))
      return quad.map(({ x, y }) => ({
        x: Math.min(1, Math.max(0, (x + 0.5) / width)),
        y: Math.min(1, Math.max(0, (y + 0.5) / height)),
      })) as unknown as Quad;
  }
  return null;
};
