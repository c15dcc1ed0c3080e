/** A place in a picture, as shares of its width and height. */
export interface Point {
  x: number;
  y: number;
}
/** The corners of a paper as it is read: top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point];
export interface Size {
  width: number;
  height: number;
}

export const corners = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft'] as const;

export const wholePhoto: Quad = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/** The corners after the photo was rotated 90° clockwise. */
export const turnedQuad = ([topLeft, topRight, bottomRight, bottomLeft]: Quad): Quad => {
  const turned = ({ x, y }: Point): Point => ({ x: 1 - y, y: x });
  return [turned(bottomLeft), turned(topLeft), turned(topRight), turned(bottomRight)];
};

/** Twice the area of a triangle; positive if its corners are in clockwise order on the screen. */
export const cross = (a: Point, b: Point, c: Point) => (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);

/** The smallest area of the triangle at a corner; a picture cannot be straightened from less. */
const flattest = 0.002;
/** True while the corners can be straightened: in clockwise order, no corner on or behind the line of its neighbours. */
export const isStraightenable = (quad: Quad): boolean =>
  quad.every((corner, at) => cross(quad.at(at - 1) ?? corner, corner, quad[(at + 1) % 4] ?? corner) > flattest);

/** A projective map by its matrix: rows of x, y and the divisor. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number];
export const mapped = ([a, b, c, d, e, f, g, h, i]: Matrix, u: number, v: number): Point => {
  const w = g * u + h * v + i;
  return { x: (a * u + b * v + c) / w, y: (d * u + e * v + f) / w };
};

/**
 * The projective map of the unit square onto a quadrilateral, corner to corner (Heckbert, Fundamentals of Texture
 * Mapping, 1989).
 */
export const homography = ([p0, p1, p2, p3]: Quad): Matrix => {
  const [sx, sy] = [p0.x - p1.x + p2.x - p3.x, p0.y - p1.y + p2.y - p3.y];
  const [dx1, dy1, dx2, dy2] = [p1.x - p2.x, p1.y - p2.y, p3.x - p2.x, p3.y - p2.y];
  const across = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / across;
  const h = (dx1 * sy - sx * dy1) / across;
  return [
    ...[p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x],
    ...[p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y],
    ...[g, h, 1],
  ] as unknown as Matrix;
};

type Vector = readonly [number, number, number];
const product = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The focal length of a phone's main camera (26 mm on film of 36 mm), in long sides of the picture. */
const usualFocus = 0.72;
const focusRange = [0.45, 2.2] as const;

/**
 * Width by height of the paper itself: seen at an angle, its far sides are shortened (Zhang and He, Whiteboard scanning
 * and image enhancement, 2007). The middle of the photo counts as the middle of the lens.
 */
export const aspectOf = (quad: Quad, { width, height }: Size): number => {
  const vectors = quad.map(({ x, y }): Vector => [(x - 0.5) * width, (y - 0.5) * height, 1]);
  const [m1, m2, m4, m3] = vectors as [Vector, Vector, Vector, Vector];
  const diagonal = product(m1, m4);
  const k2 = dot(diagonal, m3) / dot(product(m2, m4), m3);
  const k3 = dot(diagonal, m2) / dot(product(m3, m4), m2);
  const side = (k: number, m: Vector): Vector => [k * m[0] - m1[0], k * m[1] - m1[1], k * m[2] - m1[2]];
  const [n2, n3] = [side(k2, m2), side(k3, m3)];
  const long = Math.max(width, height);
  const measured = Math.sqrt(-(n2[0] * n3[0] + n2[1] * n3[1]) / (n2[2] * n3[2])) / long;
  const focus = (measured > focusRange[0] && measured < focusRange[1] ? measured : usualFocus) * long;
  const length = ([x, y, z]: Vector) => Math.hypot(x / focus, y / focus, z);
  return length(n2) / length(n3);
};

/** Pixels of the straightened page: as fine as the photo shows its longest sides, within the limit. */
export const pageSize = (quad: Quad, photo: Size, mostPixels: number): Size => {
  const [p0, p1, p2, p3] = quad;
  const apart = (a: Point, b: Point) => Math.hypot((a.x - b.x) * photo.width, (a.y - b.y) * photo.height);
  const [across, down] = [Math.max(apart(p0, p1), apart(p3, p2)), Math.max(apart(p0, p3), apart(p1, p2))];
  const aspect = aspectOf(quad, photo);
  // Corners set by hand may fit no rectangle; a page is at most half as far from its sides again.
  const change = Math.min(1.5, Math.max(1 / 1.5, aspect / (across / down) || 1));
  const [width, height] = change > 1 ? [across * change, down] : [across, down / change];
  const scale = Math.min(1, Math.sqrt(mostPixels / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};
