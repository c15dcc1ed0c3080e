import {
  autoWindow,
  colourShades,
  greyShade,
  modalityValues,
  rangeOf,
  storedValues,
  type GreyscaleLook,
  type Palette,
  type Samples,
  type ValueWindow,
} from '@konsil/pixels';
import type { Pixels } from './decode-frame.ts';

/** A small picture: one or three bytes per pixel. */
export interface Picture {
  width: number;
  height: number;
  channels: 1 | 3;
  data: Uint8Array;
}

/** The sampling step in pixels, so that no side is longer than this. */
export const stepOf = (width: number, height: number, side: number): number =>
  Math.max(1, Math.ceil(Math.max(width, height) / side));

/** The sampled positions: about every `step`th pixel each way, from the centre of its square. */
function sampled({ width, height }: Pixels, side: number) {
  const step = stepOf(width, height, side);
  const [columns, rows] = [Math.max(1, Math.floor(width / step)), Math.max(1, Math.floor(height / step))];
  const half = Math.floor(step / 2);
  const sourceOf = (target: number): number =>
    Math.min(height - 1, Math.floor(target / columns) * step + half) * width +
    Math.min(width - 1, (target % columns) * step + half);
  return { columns, rows, step, sourceOf };
}

type Shown = { center: number; width: number; shape?: ValueWindow['shape'] } | null;

/** The shade of each sample, which is one of `samples`. */
function shadesOf(samples: Samples, look: GreyscaleLook, window: Shown): Uint8Array {
  const stored = storedValues(samples, look.bits);
  const values = modalityValues(stored, look);
  const shade = greyShade(
    (window && { shape: look.windows[0]?.shape ?? ('linear' as const), ...window }) ??
      look.tables[0] ??
      look.windows[0] ??
      autoWindow(look, rangeOf(stored, values, look)),
    look.inverse,
  );
  const shades = new Uint8Array(samples.length);
  for (let at = 0; at < shades.length; at += 1) shades[at] = Math.round(shade(values[at] ?? 0));
  return shades;
}

const mostKinds = 65_536;
/** The shade of every sample, by its 16 bits: each kind is computed once, and no second copy of the frame is needed. */
function shadesByBits(samples: Samples, look: GreyscaleLook, window: Shown): Uint8Array {
  const there = new Uint8Array(mostKinds);
  for (let at = 0; at < samples.length; at += 1) there[(samples[at] ?? 0) & 0xffff] = 1;
  const bits: number[] = [];
  there.forEach((is, at) => is && bits.push(at));
  const Kinds = samples.constructor as new (values: number[]) => Samples;
  const shades = shadesOf(new Kinds(bits), look, window);
  const byBits = new Uint8Array(mostKinds);
  bits.forEach((at, place) => (byBits[at] = shades[place] ?? 0));
  return byBits;
}

/** Greyscale in a window, or as the file declares it: by its table, its window, or the picture's own range. */
export function greyPicture(pixels: Pixels, look: GreyscaleLook, side: number, window: Shown = null): Picture {
  const { columns, rows, sourceOf } = sampled(pixels, side);
  const { samples } = pixels;
  const data = new Uint8Array(columns * rows);
  if (samples.BYTES_PER_ELEMENT <= 2) {
    const shades = shadesByBits(samples, look, window);
    for (let target = 0; target < data.length; target += 1)
      data[target] = shades[(samples[sourceOf(target)] ?? 0) & 0xffff] ?? 0;
  } else {
    const shades = shadesOf(samples, look, window);
    for (let target = 0; target < data.length; target += 1) data[target] = shades[sourceOf(target)] ?? 0;
  }
  return { width: columns, height: rows, channels: 1, data };
}

/** Colours by the file's palette. */
export function palettePicture(
  pixels: Pixels,
  { bits }: Pick<GreyscaleLook, 'bits'>,
  { first, colours }: Palette,
  side: number,
): Picture {
  const { columns, rows, sourceOf } = sampled(pixels, side);
  const stored = storedValues(pixels.samples, bits);
  const data = new Uint8Array(columns * rows * 3);
  const last = colours[0].length - 1;
  for (let target = 0; target < columns * rows; target += 1) {
    const entry = Math.min(last, Math.max(0, (stored[sourceOf(target)] ?? 0) - first));
    colours.forEach((table, channel) => {
      data[target * 3 + channel] = table[entry] ?? 0;
    });
  }
  return { width: columns, height: rows, channels: 3, data };
}

/** Colours stored directly: RGB or YCbCr. */
export function colourPicture(pixels: Pixels, { bits }: Pick<GreyscaleLook, 'bits'>, side: number): Picture {
  const { columns, rows, sourceOf } = sampled(pixels, side);
  const { samplesPerPixel, planar, photometric, width, height } = pixels;
  const shades = colourShades(storedValues(pixels.samples, bits), {
    photometric,
    samplesPerPixel,
    planar,
    bitsStored: bits.stored,
    count: width * height,
    columns: width,
  });
  const data = new Uint8Array(columns * rows * 3);
  for (let target = 0; target < columns * rows; target += 1) data.set(shades(sourceOf(target)), target * 3);
  return { width: columns, height: rows, channels: 3, data };
}

/** Draws overlay planes in white. Lines of one pixel stay visible where pixels are skipped. */
export function withDrawings(picture: Picture, covered: Uint8Array, pixels: Pixels, side: number): Picture {
  const { columns, rows, step } = sampled(pixels, side);
  const isDrawn = (target: number): boolean => {
    const [left, top] = [(target % columns) * step, Math.floor(target / columns) * step];
    for (let row = top; row < Math.min(pixels.height, top + step); row += 1)
      for (let column = left; column < Math.min(pixels.width, left + step); column += 1)
        if (covered[row * pixels.width + column]) return true;
    return false;
  };
  const { channels } = picture;
  const data = new Uint8Array(picture.data);
  for (let target = 0; target < columns * rows; target += 1)
    if (isDrawn(target)) data.fill(255, target * channels, (target + 1) * channels);
  return { ...picture, data };
}
