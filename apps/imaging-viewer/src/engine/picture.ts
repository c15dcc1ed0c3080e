import {
  autoWindow,
  fillColour,
  fillGrey,
  fillPalette,
  modalityValues,
  rangeOf,
  storedValues,
  type ColourLayout,
  type Drawings,
  type GreyscaleLook,
  type Palette,
  type Samples,
  type View,
} from '@konsil/pixels';
import type { Image } from '../study/study.ts';
import type { Decoded } from './decode-colour-jpeg.ts';

type Shades =
  | { kind: 'grey'; values: Samples; look: GreyscaleLook; range: readonly [number, number]; own: View }
  | { kind: 'palette'; stored: Samples; palette: Palette }
  | { kind: 'colour'; samples: Samples; layout: ColourLayout }
  | { kind: 'ready'; samples: Samples };

/** A decoded picture with everything that affects its shades, and the drawings of the file's overlay planes. */
export type Picture = Shades & { drawings?: Drawings | null };

/** The user's view settings for a picture. */
export interface PictureView {
  /** Null for the file's own. */
  window: View | null;
  inverted: boolean;
  /** Hides the drawings of the file's overlay planes. */
  bare: boolean;
}

/** The effective view of a picture. */
export const viewOf = ({ own }: { own: View }, { window }: PictureView): View => window ?? own;

/** The part of its width that one press moves the window by. */
const brightnessStep = 0.1;
/**
 * The window of a picture after one press on "brighter" or "darker".
 * @param by 1 brighter, -1 darker
 * @returns null for colours, which have no window
 */
export function brightened(picture: Picture, view: PictureView, by: 1 | -1): View | null {
  if (picture.kind !== 'grey') return null;
  const shown = viewOf(picture, view);
  // A table has no middle to move: use a window instead.
  const window = 'entries' in shown ? autoWindow({ hounsfield: false }, picture.range) : shown;
  // With low values in white, a lower middle is darker.
  const way = picture.look.inverse !== view.inverted ? by : -by;
  return { ...window, center: window.center + way * window.width * brightnessStep };
}

export function pictureOf(
  { samples, planar, photometric, ready }: Decoded,
  { instance, frame }: Image,
  palette: Palette | null,
): Picture {
  if (ready) return { kind: 'ready', samples };
  const look = instance.lookOf(frame);
  const stored = storedValues(samples, look.bits);
  if (palette) return { kind: 'palette', stored, palette };
  const { columns, rows, samplesPerPixel } = instance;
  if (samplesPerPixel >= 3) {
    return {
      kind: 'colour',
      samples: stored,
      layout: { photometric, samplesPerPixel, planar, bitsStored: look.bits.stored, count: columns * rows, columns },
    };
  }
  const values = modalityValues(stored, look);
  const range = rangeOf(stored, values, look);
  return { kind: 'grey', values, look, range, own: look.tables[0] ?? look.windows[0] ?? autoWindow(look, range) };
}

/** The values of a picture: modality values, or colours as stored. */
export const valuesOf = (picture: Picture): Samples =>
  picture.kind === 'grey' ? picture.values : picture.kind === 'palette' ? picture.stored : picture.samples;

/** Writes a picture as opaque pixels, and its drawings in white. */
export function fillPixels(picture: Picture, view: PictureView, pixels: Uint8ClampedArray): void {
  fillShades(picture, view, pixels);
  const covered = view.bare ? null : picture.drawings?.covered;
  // White also where light and dark are swapped: what is invisible in one of the views is visible in the other.
  covered?.forEach((isDrawn, at) => {
    if (isDrawn) pixels.fill(255, at * 4, at * 4 + 4);
  });
}

function fillShades(picture: Picture, view: PictureView, pixels: Uint8ClampedArray): void {
  if (picture.kind === 'grey') {
    fillGrey(picture.values, viewOf(picture, view), picture.look.inverse !== view.inverted, pixels);
    return;
  }
  if (picture.kind === 'palette') fillPalette(picture.stored, picture.palette, pixels);
  else if (picture.kind === 'colour') fillColour(picture.samples, picture.layout, pixels);
  else pixels.set(picture.samples);
  if (!view.inverted) return;
  for (let at = 0; at < pixels.length; at += 1) if (at % 4 !== 3) pixels[at] = 255 - (pixels[at] ?? 0);
}
