import type { GreyscaleLook, StoredBits, ValueWindow } from './look.ts';
import { entryOf } from './table.ts';

export type Samples =
  | Uint8Array
  | Uint8ClampedArray
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array;

/** The value bits of each sample: other bits may hold anything, such as old overlays. */
export function storedValues(samples: Samples, { stored, high, signed }: StoredBits): Samples {
  const [down, up] = [high + 1 - stored, 32 - stored];
  const values =
    stored <= 8
      ? signed
        ? new Int8Array(samples.length)
        : new Uint8Array(samples.length)
      : stored <= 16
        ? signed
          ? new Int16Array(samples.length)
          : new Uint16Array(samples.length)
        : signed
          ? new Int32Array(samples.length)
          : new Uint32Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) {
    const bits = ((samples[at] ?? 0) >>> down) << up;
    values[at] = signed ? bits >> up : bits >>> up;
  }
  return values;
}

/** The stored values of padding. A padding value written with the other signedness has the same bits. */
function paddingRange({
  padding,
  bits: { stored, signed },
}: Pick<GreyscaleLook, 'padding' | 'bits'>): readonly [low: number, high: number] | null {
  if (!padding) return null;
  const whole = 2 ** stored;
  const fitted = padding.map((value) =>
    signed && value >= whole / 2 ? value - whole : !signed && value < 0 ? value + whole : value,
  );
  return [Math.min(...fitted), Math.max(...fitted)];
}

/** Tests for stored values of padding. */
function paddingTest(look: Pick<GreyscaleLook, 'padding' | 'bits'>): ((value: number) => boolean) | null {
  const range = paddingRange(look);
  return range && ((value) => value >= range[0] && value <= range[1]);
}

/** The modality values between which padding lies; null without padding, and where a table maps the values. */
export function paddedValues(look: GreyscaleLook): readonly [above: number, below: number] | null {
  const range = paddingRange(look);
  const { rescale } = look;
  if (!range || 'entries' in rescale) return null;
  // Half a step more, because modality values are rounded.
  const ends = [range[0] - 0.5, range[1] + 0.5].map((value) => value * rescale.slope + rescale.intercept);
  return [Math.min(...ends), Math.max(...ends)];
}

/** The lowest and highest value of the picture without padding; with padding if there is nothing else. */
export function rangeOf(
  stored: ArrayLike<number>,
  values: ArrayLike<number>,
  look: GreyscaleLook,
): readonly [number, number] {
  return extremes(stored, values, paddingTest(look)) ?? extremes(stored, values, null) ?? [0, 0];
}

function extremes(
  stored: ArrayLike<number>,
  values: ArrayLike<number>,
  isPadding: ((value: number) => boolean) | null,
): [number, number] | null {
  let [least, most] = [Infinity, -Infinity];
  for (let at = 0; at < values.length; at += 1) {
    if (isPadding?.(stored[at] ?? 0)) continue;
    const value = values[at] ?? 0;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return least <= most ? [least, most] : null;
}

/** Converts stored to modality values. Integers stay integers, all others become floating-point numbers. */
export function modalityValues(stored: Samples, { rescale }: GreyscaleLook): Samples {
  if ('entries' in rescale) {
    const values = new Uint16Array(stored.length);
    for (let at = 0; at < stored.length; at += 1) values[at] = entryOf(rescale, stored[at] ?? 0);
    return values;
  }
  const { slope, intercept } = rescale;
  if (slope === 1 && intercept === 0) return stored;
  const whole = Number.isInteger(slope) && Number.isInteger(intercept);
  const [low = 0, high = 0] = (extremes(stored, stored, null) ?? [0, 0]).map((value) => value * slope + intercept);
  const [least, most] = [Math.min(low, high), Math.max(low, high)];
  const values =
    whole && least >= -32_768 && most <= 32_767
      ? new Int16Array(stored.length)
      : whole && least >= 0 && most <= 65_535
        ? new Uint16Array(stored.length)
        : new Float32Array(stored.length);
  for (let at = 0; at < stored.length; at += 1) values[at] = (stored[at] ?? 0) * slope + intercept;
  return values;
}

const softTissue: ValueWindow = { center: 40, width: 400, shape: 'linear' };

/**
 * The window of a picture whose file has none: its own range; of a CT that has values on both sides of it, the one for soft tissue.
 * @param range lowest and highest value, without padding
 */
export function autoWindow(
  { hounsfield }: Pick<GreyscaleLook, 'hounsfield'>,
  [least, most]: readonly [number, number],
): ValueWindow {
  const half = softTissue.width / 2;
  if (hounsfield && least <= softTissue.center - half && most >= softTissue.center + half) return softTissue;
  return { center: (least + most) / 2, width: most - least, shape: 'exact' };
}
