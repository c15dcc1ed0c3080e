import { brightness, quantile } from './planes.ts';
import type { Pixels } from './planes.ts';
import { rowsPerSlice } from './straighten.ts';
import type { Breathe } from './straighten.ts';

/** How a page looks: as photographed, on white paper in its colours, or in black and white. */
export const looks = ['original', 'document', 'blackWhite'] as const;
export type Look = (typeof looks)[number];

/** The light on the paper, in cells. */
interface Light {
  cells: Float32Array;
  across: number;
  down: number;
  size: number;
  /** The colour of the paper by its brightness; 1 is grey. */
  tint: readonly [number, number, number];
}

const cellsOnLongSide = 60;
/** Below this share of the paper's brightness a cell is a picture or a dark field, not paper in shadow. */
const darkest = 0.35;
const colourful = 0.25;
/** A tint up to here comes from the lamp; beyond, the paper itself is coloured and stays so. */
const ofLamp = 0.18;

const neighbours = (at: number, across: number, down: number, reach = 1): number[] => {
  const [x, y] = [at % across, Math.floor(at / across)];
  const found: number[] = [];
  for (let row = Math.max(0, y - reach); row <= Math.min(down - 1, y + reach); row += 1)
    for (let column = Math.max(0, x - reach); column <= Math.min(across - 1, x + reach); column += 1)
      found.push(row * across + column);
  return found;
};

/** Fills cells without paper from those around them. */
const filled = (cells: Float32Array, isPaper: boolean[], across: number, down: number): Float32Array => {
  const result = cells.slice();
  const known = [...isPaper];
  while (known.includes(false)) {
    const reached = known.flatMap((is, at) => {
      if (is) return [];
      const near = neighbours(at, across, down).filter((other) => known[other]);
      if (near.length === 0) return [];
      return [{ at, value: near.reduce((sum, other) => sum + (result[other] ?? 0), 0) / near.length }];
    });
    if (reached.length === 0) break;
    for (const { at, value } of reached) [result[at], known[at]] = [value, true];
  }
  return result;
};

const smooth = (cells: Float32Array, across: number, down: number): Float32Array =>
  cells.map((_, at) => {
    const near = neighbours(at, across, down);
    return near.reduce((sum, other) => sum + (cells[other] ?? 0), 0) / near.length;
  });

/** The paper's brightness everywhere: the brightest of each cell and its neighbours, without pictures and fields. */
const lightOn = ({ data, width, height }: Pixels): Light => {
  const size = Math.max(6, Math.ceil(Math.max(width, height) / cellsOnLongSide));
  const [across, down] = [Math.ceil(width / size), Math.ceil(height / size)];
  const step = Math.max(1, Math.floor(size / 10));
  const seen = Array.from({ length: across * down }, (_, cell) => {
    const [left, top] = [(cell % across) * size, Math.floor(cell / across) * size];
    const values: { at: number; bright: number }[] = [];
    for (let y = top; y < Math.min(height, top + size); y += step)
      for (let x = left; x < Math.min(width, left + size); x += step) {
        const at = 4 * (y * width + x);
        values.push({ at, bright: brightness(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) });
      }
    values.sort((a, b) => a.bright - b.bright);
    // The brightest are specks of grain.
    const paper = values.slice(Math.floor(0.6 * values.length), Math.ceil(0.95 * values.length));
    const mean = (of: (one: { at: number; bright: number }) => number) =>
      paper.reduce((sum, one) => sum + of(one), 0) / Math.max(1, paper.length);
    return {
      bright: mean(({ bright }) => bright),
      rgb: [0, 1, 2].map((channel) => mean(({ at }) => data[at + channel] ?? 0)) as [number, number, number],
    };
  });
  const brightest = quantile(
    seen.map(({ bright }) => bright),
    0.85,
  );
  const saturation = (rgb: readonly number[]) => 1 - Math.min(...rgb) / Math.max(1, ...rgb);
  const usual = quantile(
    seen.filter(({ bright }) => bright > 0.8 * brightest).map(({ rgb }) => saturation(rgb)),
    0.5,
  );
  const isPaper = seen.map(({ bright, rgb }) => bright >= darkest * brightest && saturation(rgb) <= usual + colourful);
  const raised = Float32Array.from(seen, ({ bright }, at) =>
    isPaper[at]
      ? Math.max(
          ...neighbours(at, across, down)
            .filter((other) => isPaper[other])
            .map((other) => seen[other]?.bright ?? 0),
        )
      : bright,
  );
  const cells = smooth(smooth(filled(raised, isPaper, across, down), across, down), across, down);
  const paper = seen.filter((_, at) => isPaper[at]);
  const sum = (of: (one: (typeof seen)[number]) => number) => paper.reduce((all, one) => all + of(one), 0) || 1;
  const bright = sum((one) => one.bright);
  const tint = [0, 1, 2].map((channel) => sum(({ rgb }) => rgb[channel] ?? 0) / bright) as [number, number, number];
  return { cells, across, down, size, tint: saturation(tint) <= ofLamp ? tint : [1, 1, 1] };
};

/** From this share of the paper's brightness on, a pixel is white. */
const whiteFrom = 0.95;
const contrast = 1.25;
/** Faint pencil is grey, not gone: black and white has a ramp between the two. */
const [blackUpTo, blackWhiteFrom] = [0.5, 0.92];

/** Gives a page its look, in place. The light is evened out; marks keep their colour unless black and white is wanted. */
export const applyLook = async (page: Pixels, look: Look, breathe: Breathe = () => undefined): Promise<Pixels> => {
  if (look === 'original') return page;
  const { data, width, height } = page;
  const { cells, across, down, size, tint } = lightOn(page);
  for (let y = 0; y < height; y += 1) {
    if (y % rowsPerSlice === 0) await breathe();
    const cy = Math.min(down - 1, Math.max(0, (y + 0.5) / size - 0.5));
    const upper = Math.floor(cy);
    const fy = cy - upper;
    const lower = Math.min(down - 1, upper + 1);
    for (let x = 0; x < width; x += 1) {
      const cx = Math.min(across - 1, Math.max(0, (x + 0.5) / size - 0.5));
      const left = Math.floor(cx);
      const fx = cx - left;
      const right = Math.min(across - 1, left + 1);
      const light =
        ((cells[upper * across + left] ?? 0) * (1 - fx) + (cells[upper * across + right] ?? 0) * fx) * (1 - fy) +
        ((cells[lower * across + left] ?? 0) * (1 - fx) + (cells[lower * across + right] ?? 0) * fx) * fy;
      const at = 4 * (y * width + x);
      const paper = Math.max(1, light);
      const r = (data[at] ?? 0) / (paper * tint[0]);
      const g = (data[at + 1] ?? 0) / (paper * tint[1]);
      const b = (data[at + 2] ?? 0) / (paper * tint[2]);
      const bright = brightness(r, g, b);
      if (look === 'blackWhite') {
        // Coloured writing can be bright; its weakest colour is not.
        const shade = 0.65 * bright + 0.35 * Math.min(r, g, b);
        const grey = (255 * (shade - blackUpTo)) / (blackWhiteFrom - blackUpTo);
        data[at] = grey;
        data[at + 1] = grey;
        data[at + 2] = grey;
      } else {
        const gain = bright > 0 ? (255 * Math.min(1, (bright / whiteFrom) ** contrast)) / bright : 0;
        data[at] = r * gain;
        data[at + 1] = g * gain;
        data[at + 2] = b * gain;
      }
    }
  }
  return page;
};
