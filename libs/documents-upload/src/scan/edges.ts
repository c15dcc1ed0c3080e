import { halfTurn } from './lines.ts';
import { quantile } from './planes.ts';
import type { Channels } from './planes.ts';

export interface Edges {
  /** Indexes of the edge pixels. */
  at: number[];
  /** Directions of their gradients in degrees, below 180. */
  direction: number[];
  weight: number[];
}

/** Thin edges: Sobel gradient of the colour with the most contrast, then non-maximum suppression. */
export const findEdges = (channels: Channels): Edges => {
  const [{ width, height }] = channels;
  const gradientX = new Float32Array(width * height);
  const gradientY = new Float32Array(width * height);
  const magnitude = new Float32Array(width * height);
  for (const { data } of channels)
    for (let y = 1; y < height - 1; y += 1)
      for (let x = 1; x < width - 1; x += 1) {
        const at = y * width + x;
        const diagonal = (data[at + width + 1] ?? 0) - (data[at - width - 1] ?? 0);
        const other = (data[at + width - 1] ?? 0) - (data[at - width + 1] ?? 0);
        const across = diagonal - other + 2 * ((data[at + 1] ?? 0) - (data[at - 1] ?? 0));
        const down = diagonal + other + 2 * ((data[at + width] ?? 0) - (data[at - width] ?? 0));
        const size = Math.sqrt(across * across + down * down) / 8;
        if (size <= (magnitude[at] ?? 0)) continue;
        gradientX[at] = across;
        gradientY[at] = down;
        magnitude[at] = size;
      }
  const threshold = Math.max(
    1,
    2 *
      quantile(
        magnitude.filter((_, at) => at % 11 === 0),
        0.5,
      ),
  );
  const edges: Edges = { at: [], direction: [], weight: [] };
  for (let y = 2; y < height - 2; y += 1)
    for (let x = 2; x < width - 2; x += 1) {
      const at = y * width + x;
      const size = magnitude[at] ?? 0;
      if (size < threshold) continue;
      const direction = Math.atan2(gradientY[at] ?? 0, gradientX[at] ?? 0);
      const next = Math.round(Math.sin(direction)) * width + Math.round(Math.cos(direction));
      if (size < (magnitude[at + next] ?? 0) || size <= (magnitude[at - next] ?? 0)) continue;
      edges.at.push(at);
      edges.direction.push(((direction / Math.PI) * halfTurn + 2 * halfTurn) % halfTurn);
      // A strong edge does not outvote a faint one that is as long.
      edges.weight.push(Math.min(size, 4 * threshold) / (4 * threshold));
    }
  return edges;
};
