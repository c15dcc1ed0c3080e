import type { Pixels } from './planes.ts';
import { homography } from './quad.ts';
import type { Quad, Size } from './quad.ts';

/** Called between slices of the work: where there is no worker, it lets the page react. */
export type Breathe = () => Promise<void> | void;
export const rowsPerSlice = 64;

/** Draws the picture between four corners as a rectangle; each pixel is mixed from the four nearest. */
export const straightened = async (
  photo: Pixels,
  quad: Quad,
  { width, height }: Size,
  breathe: Breathe = () => undefined,
): Promise<Pixels> => {
  const data = new Uint8ClampedArray(4 * width * height);
  const [a, b, c, d, e, f, g, h, i] = homography(quad);
  const most = photo.width - 1;
  const lowest = photo.height - 1;
  const { data: from } = photo;
  for (let y = 0; y < height; y += 1) {
    if (y % rowsPerSlice === 0) await breathe();
    const v = (y + 0.5) / height;
    for (let x = 0; x < width; x += 1) {
      // Written out: this runs for each of some million pixels.
      const u = (x + 0.5) / width;
      const divisor = g * u + h * v + i;
      const px = Math.min(most, Math.max(0, ((a * u + b * v + c) / divisor) * photo.width - 0.5));
      const py = Math.min(lowest, Math.max(0, ((d * u + e * v + f) / divisor) * photo.height - 0.5));
      const left = Math.floor(px);
      const top = Math.floor(py);
      const fx = px - left;
      const fy = py - top;
      const right = left < most ? 4 : 0;
      const below = top < lowest ? 4 * photo.width : 0;
      let here = 4 * (top * photo.width + left);
      let to = 4 * (y * width + x);
      for (const end = here + 3; here < end; here += 1, to += 1)
        data[to] =
          ((from[here] ?? 0) * (1 - fx) + (from[here + right] ?? 0) * fx) * (1 - fy) +
          ((from[here + below] ?? 0) * (1 - fx) + (from[here + below + right] ?? 0) * fx) * fy;
      data[to] = 255;
    }
  }
  return { data, width, height };
};
