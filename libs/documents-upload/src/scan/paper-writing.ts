import { outwardNormal, sidesOf } from './paper-quads.ts';
import { blurred, brightnessOf, closed, quantile } from './planes.ts';
import type { Channels, Pixels } from './planes.ts';
import type { Quad } from './quad.ts';

/** The distance of each pixel to the nearest side, in pixels; negative outside. */
const depthsIn = (quad: Quad, width: number, height: number): Float32Array => {
  const depths = new Float32Array(width * height).fill(Infinity);
  for (const [from, to] of sidesOf(quad)) {
    const out = outwardNormal(from, to);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const depth = (from.x - x) * out.x + (from.y - y) * out.y;
        if (depth < (depths[y * width + x] ?? 0)) depths[y * width + x] = depth;
      }
  }
  return depths;
};

const highestSaturation = 0.42;
/** The maximum number of dark pixels outside the paper that counts as specks, not as writing. */
const mostInkOutside = 24;
/** The least share of the paper that is writing: a dressing on skin or a light table has none, and is not cropped to. */
const leastInkInside = 0.007;
/** The dark line of a paper's own shadow. */
const shadowWidth = 5;

/**
 * True when the quadrilateral is a bright paper with writing, and there is none outside it: that would be another paper,
 * or the rest of this one.
 */
export const holdsAllWriting = (channels: Channels, picture: Pixels, quad: Quad): boolean => {
  const { width, height } = picture;
  const written = blurred(brightnessOf(picture));
  const ground = closed(written, 5);
  // Without the bold letters of a headline, too.
  const sheet = closed(written, 8);
  const [red, green, blue] = channels;
  const inside: number[] = [];
  const saturation: number[] = [];
  const depths = depthsIn(quad, width, height);
  for (let at = 0; at < depths.length; at += 7) {
    if ((depths[at] ?? 0) < 3) continue;
    const r = red.data[at] ?? 0;
    const g = green.data[at] ?? 0;
    const b = blue.data[at] ?? 0;
    inside.push(ground.data[at] ?? 0);
    saturation.push(1 - Math.min(r, g, b) / Math.max(1, r, g, b));
  }
  const paper = quantile(inside, 0.9);
  if (quantile(inside, 0.4) < 0.5 * paper || paper < 70 || quantile(saturation, 0.5) > highestSaturation) return false;
  let inkOutside = 0;
  let inkInside = 0;
  let area = 0;
  for (let at = 0; at < depths.length; at += 1) {
    const depth = depths[at] ?? 0;
    if (Math.abs(depth) <= shadowWidth) continue;
    if (depth > 0) area += 1;
    const local = (depth > 0 ? sheet : ground).data[at] ?? 0;
    if (local <= 0.62 * paper || local - (written.data[at] ?? 0) <= Math.max(14, 0.1 * local)) continue;
    if (depth > 0) inkInside += 1;
    else inkOutside += 1;
  }
  return inkOutside <= mostInkOutside && inkInside >= leastInkInside * area;
};
