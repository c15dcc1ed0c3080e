import type { Pixels } from './planes.ts';
import { homography, mapped } from './quad.ts';
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
  const map = homography(quad);
  const [most, lowest] = [photo.width - 1, photo.height - 1];
  const { data: from } = photo;
  for (let y = 0; y < height; y += 1) {
    if (y % rowsPerSlice === 0) await breathe();
    for (let x = 0; x < width; x += 1) {
      const place = mapped(map, (x + 0.5) / width, (y + 0.5) / height);
      const [px, py] = [
        Math.min(most, Math.max(0, place.x * photo.width - 0.5)),
        Math.min(lowest, Math.max(0, place.y * photo.height - 0.5)),
      ];
      const [left, top] = [Math.floor(px), Math.floor(py)];
      const [fx, fy] = [px - left, py - top];
      const at = 4 * (top * photo.width + left);
      const [right, below] = [left < most ? 4 : 0, top < lowest ? 4 * photo.width : 0];
      const to = 4 * (y * width + x);
      for (let channel = 0; channel < 3; channel += 1) {
        const here = at + channel;
        data[to + channel] =
          ((from[here] ?? 0) * (1 - fx) + (from[here + right] ?? 0) * fx) * (1 - fy) +
          ((from[here + below] ?? 0) * (1 - fx) + (from[here + below + right] ?? 0) * fx) * fy;
      }
      data[to + 3] = 255;
    }
  }
  return { data, width, height };
};
