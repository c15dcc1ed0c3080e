import { Enums, imageLoader } from '@cornerstonejs/core';
import type { Series } from '../study/study.ts';
import { loadOptions, prepareSeries } from './engine.ts';
import { drawFullSize, pictureIn } from './surface.ts';

const side = 96;

/** Draws a thumbnail of a series' middle picture. @returns false if it cannot be drawn */
export async function drawThumbnail(canvas: HTMLCanvasElement, series: Series): Promise<boolean> {
  const image = series.images[Math.floor((series.images.length - 1) / 2)];
  if (!image || image.instance.refusal) return false;
  prepareSeries(series);
  const loaded = await imageLoader
    .loadAndCacheImage(image.id, loadOptions(Enums.RequestType.Thumbnail))
    .catch(() => null);
  const picture = pictureIn(loaded ?? undefined);
  const context = canvas.getContext('2d');
  if (!loaded || !picture || !context) return false;
  const { row, column } = image.instance.spacingOf(image.frame);
  const [wide, high] = [loaded.width * column, loaded.height * row];
  const scale = side / Math.max(wide, high);
  const [width, height] = [Math.max(1, wide * scale), Math.max(1, high * scale)];
  canvas.width = side;
  canvas.height = side;
  context.fillStyle = 'black';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  context.drawImage(drawFullSize(picture, loaded), (side - width) / 2, (side - height) / 2, width, height);
  return true;
}
