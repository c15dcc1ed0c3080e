import type { Types } from '@cornerstonejs/core';
import setToPixels from 'cornerstone-pixel-coordinates';
import { enlarged, inverted, transformed, type Affine, type Spot } from './affine.ts';
import { fillPixels, type Picture, type PictureView } from './picture.ts';

const pictures = new WeakMap<object, Picture>();
const views = new WeakMap<HTMLCanvasElement, PictureView>();
const asStored: PictureView = { window: null, inverted: false, bare: false };

interface Surface {
  canvas: HTMLCanvasElement;
  image: object;
  view: PictureView;
}
const surfaces = new WeakMap<HTMLCanvasElement, Surface>();

export const pictureIn = (image: object | undefined): Picture | undefined => image && pictures.get(image);
/** Sets the view settings of the pane with this canvas, from its next drawing on. */
export const setPictureView = (canvas: HTMLCanvasElement, view: PictureView): void => void views.set(canvas, view);

const troubles = new WeakMap<HTMLCanvasElement, (imageId: string) => void>();
/** Listens for pictures that cannot be drawn on this canvas, e.g. ones larger than the browser allows. */
export const onDrawError = (canvas: HTMLCanvasElement, told: (imageId: string) => void): void =>
  void troubles.set(canvas, told);

const choices = new WeakMap<HTMLCanvasElement, (imageId: string) => boolean>();
/** Draws only these pictures on this canvas: the library also draws a late one of the series before. */
export const drawOnly = (canvas: HTMLCanvasElement, isWanted: (imageId: string) => boolean): void =>
  void choices.set(canvas, isWanted);

/** Draws a picture in its original size. */
export function drawFullSize(
  picture: Picture,
  { width, height }: { width: number; height: number },
  view = asStored,
  canvas = document.createElement('canvas'),
): HTMLCanvasElement {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const pixels = context.createImageData(width, height);
  fillPixels(picture, view, pixels.data);
  context.putImageData(pixels, 0, 0);
  return canvas;
}

/** The library's state of a pane that renders on the CPU. */
interface PaneElement {
  canvas: HTMLCanvasElement;
  image: Types.IImage;
  viewport: { displayedArea: { brhc: { x: number; y: number } } };
}

const drawnOn = new WeakMap<HTMLCanvasElement, PaneElement>();

/** From image pixels to canvas pixels; the library would only set it on a context. */
function transformOf(pane: PaneElement): Affine {
  let found: Affine = [1, 0, 0, 1, 0, 0];
  setToPixels(pane, { setTransform: (...six: Affine) => (found = six) } as unknown as CanvasRenderingContext2D);
  return found;
}

/** From the pixels of the drawn picture to those of its canvas; null before the first. */
export function drawnTransform(canvas: HTMLCanvasElement): Affine | null {
  const pane = drawnOn.get(canvas);
  return pane ? transformOf(pane) : null;
}

/** The pixel of the drawn picture at a spot of the canvas, in canvas pixels; null outside the picture. */
export function pixelAt(
  canvas: HTMLCanvasElement,
  spot: Spot,
): { column: number; row: number; image: Types.IImage } | null {
  const pane = drawnOn.get(canvas);
  const back = pane && inverted(transformOf(pane));
  if (!pane || !back) return null;
  const [column, row] = transformed(back, spot).map(Math.floor) as [number, number];
  const { width, height } = pane.image;
  return column >= 0 && row >= 0 && column < width && row < height ? { column, row, image: pane.image } : null;
}

/** Draws the surroundings of a spot of the canvas enlarged, as a magnifier does. */
export function drawMagnified(canvas: HTMLCanvasElement, spot: Spot, factor: number, lens: HTMLCanvasElement): void {
  const [pane, surface, context] = [drawnOn.get(canvas), surfaces.get(canvas), lens.getContext('2d')];
  if (!pane || !surface || !context) return;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = 'black';
  context.fillRect(0, 0, lens.width, lens.height);
  context.setTransform(...enlarged(transformOf(pane), factor, spot, [lens.width / 2, lens.height / 2]));
  context.drawImage(surface.canvas, 0, 0);
}

/** Replaces the library's drawing: shades are ours, position and size are the library's. */
function draw(pane: PaneElement): void {
  const { canvas, image } = pane;
  const picture = pictures.get(image);
  const context = canvas.getContext('2d');
  if (!picture || !context) throw new Error('a picture without pixels');
  const view = views.get(canvas) ?? asStored;
  const kept = surfaces.get(canvas);
  const surface: Surface =
    kept && kept.image === image && kept.view === view
      ? kept
      : { canvas: drawFullSize(picture, image, view, kept?.canvas), image, view };
  surfaces.set(canvas, surface);
  drawnOn.set(canvas, pane);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = 'black';
  context.fillRect(0, 0, canvas.width, canvas.height);
  setToPixels(pane, context);
  context.drawImage(surface.canvas, 0, 0);
}

function drawOrTell(pane: PaneElement): void {
  if (choices.get(pane.canvas)?.(pane.image.imageId) === false) return;
  try {
    draw(pane);
  } catch {
    surfaces.delete(pane.canvas);
    troubles.get(pane.canvas)?.(pane.image.imageId);
  }
}

/** Makes a library image draw itself as our picture. */
export function withPicture(image: Types.IImage, picture: Picture): Types.IImage {
  pictures.set(image, picture);
  return Object.assign(image, { render: drawOrTell });
}
