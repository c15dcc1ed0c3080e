import type { Pixels } from './decode-frame.ts';
import type { Palette } from './palette.ts';
import type { Shades } from './shades.ts';

/** A small picture: one or three bytes a pixel. */
export interface Picture {
  width: number;
  height: number;
  channels: 1 | 3;
  data: Uint8Array;
}

/** Where the picture's pixels are taken from: about one in `step` each way, from the middle of its square. */
function sampled({ width, height }: Pixels, side: number) {
  const step = Math.max(1, Math.ceil(Math.max(width, height) / side));
  const [columns, rows] = [Math.max(1, Math.floor(width / step)), Math.max(1, Math.floor(height / step))];
  const half = Math.floor(step / 2);
  const sourceOf = (target: number): number => Math.min(height - 1, Math.floor(target / columns) * step + half) * width + Math.min(width - 1, (target % columns) * step + half);
  return { columns, rows, sourceOf };
}

function rangeOf(values: Float64Array): { lowest: number; highest: number } {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return { lowest, highest };
}

/** Grey shades by the file's window, or by the image's own range. */
export function greyPicture(pixels: Pixels, shades: Shades, { side, inverted }: { side: number; inverted: boolean }): Picture {
  const { columns, rows, sourceOf } = sampled(pixels, side);
  const values = Float64Array.from({ length: columns * rows }, (_, target) => (pixels.samples[sourceOf(target)] ?? 0) * shades.slope + shades.intercept);
  const { lowest, highest } = shades.window ?? rangeOf(values);
  const scale = 255 / Math.max(highest - lowest, Number.EPSILON);
  const data = Uint8Array.from(values, (value) => {
    const shade = Math.round(Math.min(255, Math.max(0, (value - lowest) * scale)));
    return inverted ? 255 - shade : shade;
  });
  return { width: columns, height: rows, channels: 1, data };
}

/** Colours through the file's palette. */
export function palettePicture(pixels: Pixels, { first, colours }: Palette, side: number): Picture {
  const { columns, rows, sourceOf } = sampled(pixels, side);
  const data = new Uint8Array(columns * rows * 3);
  for (let target = 0; target < columns * rows; target += 1) {
    const last = colours[0].length - 1;
    const entry = Math.min(last, Math.max(0, (pixels.samples[sourceOf(target)] ?? 0) - first));
    colours.forEach((table, channel) => { data[target * 3 + channel] = table[entry] ?? 0; });
  }
  return { width: columns, height: rows, channels: 3, data };
}

const clamped = (value: number): number => Math.round(Math.min(255, Math.max(0, value)));
const fromYbr = (y: number, cb: number, cr: number): [number, number, number] =>
  [clamped(y + 1.402 * (cr - 128)), clamped(y - 0.344_136 * (cb - 128) - 0.714_136 * (cr - 128)), clamped(y + 1.772 * (cb - 128))];

/** Colours stored as such: red, green, blue or brightness and two differences. */
export function colourPicture(pixels: Pixels, photometric: string, { side, bits }: { side: number; bits: number }): Picture {
  const { columns, rows, sourceOf } = sampled(pixels, side);
  const count = pixels.width * pixels.height;
  const halved = photometric === 'YBR_FULL_422' && !pixels.rgb && !pixels.planar;
  const shift = Math.max(0, bits - 8);
  const at = (pixel: number, channel: number): number => {
    // 4:2:2 stores two brightnesses, then the pair's two differences.
    const index = halved ? (pixel >> 1) * 4 + (channel === 0 ? pixel & 1 : channel + 1) : pixels.planar ? channel * count + pixel : pixel * pixels.samplesPerPixel + channel;
    return (pixels.samples[index] ?? 0) >> shift;
  };
  const ybr = photometric.startsWith('YBR_FULL') && !pixels.rgb;
  const data = new Uint8Array(columns * rows * 3);
  for (let target = 0; target < columns * rows; target += 1) {
    const source = sourceOf(target);
    const channels: [number, number, number] = [at(source, 0), at(source, 1), at(source, 2)];
    data.set(ybr ? fromYbr(...channels) : channels, target * 3);
  }
  return { width: columns, height: rows, channels: 3, data };
}
