import { utilities } from '@cornerstonejs/core';
import type { Series } from '../study/study.ts';
import { prepareSeries } from './engine.ts';

/** Draws the middle picture of a series small. @returns false where it cannot be drawn */
export async function drawThumbnail(canvas: HTMLCanvasElement, series: Series): Promise<boolean> {
  const image = series.images[Math.floor((series.images.length - 1) / 2)];
  if (!image || image.instance.refusal) return false;
  try {
    await prepareSeries(series);
    await utilities.loadImageToCanvas({ canvas, imageId: image.id, thumbnail: true, useCPURendering: true });
    return true;
  } catch {
    return false;
  }
}
