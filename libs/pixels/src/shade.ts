import type { Palette } from './palette.ts';
import type { ValueWindow } from './look.ts';
import { entryOf, type LookupTable } from './table.ts';

/** Maps values to shades: a table of the file, or a window. */
export type View = LookupTable | ValueWindow;

/** The shade of a value, from 0 (black) to 255, unrounded (PS3.3 C.11.2.1.2 and C.11.2.1.3). */
export function greyShade(view: View, inverse: boolean): (value: number) => number {
  const shade = forwards(view);
  return inverse ? (value) => 255 - shade(value) : shade;
}

function forwards(view: View): (value: number) => number {
  if ('entries' in view) return (value) => Math.min(255, (entryOf(view, value) / view.most) * 255);
  const { center, width, shape } = view;
  if (shape === 'sigmoid') return (value) => 255 / (1 + Math.exp((-4 * (value - center)) / width));
  const [middle, span] = shape === 'linear' ? [center - 0.5, width - 1] : [center, width];
  const least = middle - span / 2;
  if (span <= 0) return (value) => (value > least ? 255 : 0);
  return (value) => Math.min(255, Math.max(0, ((value - least) / span) * 255));
}

/** Writes the shades of values as opaque pixels. */
export function fillGrey(values: ArrayLike<number>, view: View, inverse: boolean, pixels: Uint8ClampedArray): void {
  const shade = greyShade(view, inverse);
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, values.length);
  const known =
    values instanceof Float32Array ||
    values instanceof Int32Array ||
    values instanceof Uint32Array ||
    values.length < 65_536
      ? null
      : shadeOfEach(shade);
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    const grey = known ? (known[value & 0xffff] ?? 0) : Math.round(shade(value));
    words[at] = 0xff000000 | (grey << 16) | (grey << 8) | grey;
  }

  // For 16-bit values, each shade is computed once.
  function shadeOfEach(of: (value: number) => number): Uint8Array {
    const signed = values instanceof Int16Array || values instanceof Int8Array;
    return Uint8Array.from({ length: 65_536 }, (_, bits) =>
      Math.round(of(signed && bits > 32_767 ? bits - 65_536 : bits)),
    );
  }
}

/** Writes the colours of stored values as opaque pixels. */
export function fillPalette(
  stored: ArrayLike<number>,
  { first, colours: [red, green, blue] }: Palette,
  pixels: Uint8ClampedArray,
): void {
  const last = red.length - 1;
  for (let at = 0; at < stored.length; at += 1) {
    const entry = Math.min(last, Math.max(0, (stored[at] ?? 0) - first));
    pixels[at * 4] = red[entry] ?? 0;
    pixels[at * 4 + 1] = green[entry] ?? 0;
    pixels[at * 4 + 2] = blue[entry] ?? 0;
    pixels[at * 4 + 3] = 255;
  }
}

export interface ColourLayout {
  photometric: string;
  samplesPerPixel: number;
  /** True if samples are stored plane by plane. */
  planar: boolean;
  /** Number of value bits per sample. */
  bitsStored: number;
  /** Number of pixels. */
  count: number;
  /** Pixels per row; 4:2:2 subsampling restarts with each row. */
  columns: number;
}

const clamped = (value: number): number => Math.round(Math.min(255, Math.max(0, value)));

/** Red, green and blue of a pixel of a colour image (PS3.3 C.7.6.3.1.2). */
export function colourShades(
  samples: ArrayLike<number>,
  { photometric, samplesPerPixel, planar, bitsStored, count, columns }: ColourLayout,
): (pixel: number) => [number, number, number] {
  const halved = photometric === 'YBR_FULL_422' && !planar;
  const rowSamples = columns + 2 * Math.ceil(columns / 2);
  const scale = 255 / (2 ** bitsStored - 1);
  const at = (pixel: number, channel: number): number => {
    let index = planar ? channel * count + pixel : pixel * samplesPerPixel + channel;
    if (halved) {
      // 4:2:2 stores two luma values, then the pair's two chroma values.
      const [row, column] = [Math.floor(pixel / columns), pixel % columns];
      index = row * rowSamples + (column >> 1) * 4 + (channel === 0 ? column & 1 : channel + 1);
    }
    return (samples[index] ?? 0) * scale;
  };
  if (!photometric.startsWith('YBR_FULL'))
    return (pixel) => [clamped(at(pixel, 0)), clamped(at(pixel, 1)), clamped(at(pixel, 2))];
  return (pixel) => {
    const [y, cb, cr] = [at(pixel, 0), at(pixel, 1) - 128, at(pixel, 2) - 128];
    return [clamped(y + 1.402 * cr), clamped(y - 0.344_136 * cb - 0.714_136 * cr), clamped(y + 1.772 * cb)];
  };
}

/** Writes the colours of an image as opaque pixels. */
export function fillColour(samples: ArrayLike<number>, layout: ColourLayout, pixels: Uint8ClampedArray): void {
  const shades = colourShades(samples, layout);
  for (let at = 0; at < layout.count; at += 1) {
    const [red, green, blue] = shades(at);
    pixels[at * 4] = red;
    pixels[at * 4 + 1] = green;
    pixels[at * 4 + 2] = blue;
    pixels[at * 4 + 3] = 255;
  }
}
