import { imageOf } from '../engine/load-picture.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import { loadedValues } from '../engine/values.ts';
import type { Words } from '../app/words.ts';
import { placeOfImage } from '../study/image-place.ts';
import { completed, newMeasurement } from './MeasuringLayer.tsx';
import { measurementLines } from './measurement-words.ts';
import type { Draw } from './useKeyMeasuring.ts';
import type { MeasurementsState } from './useMeasurements.ts';

/** Adds a measurement that was drawn by keyboard, and says its values. */
export const drawMeasurement =
  (panes: readonly (ImagePane | null)[], add: MeasurementsState['add'], words: Words): Draw =>
  (kind, paneId, imageId, points, told) => {
    const [target, image, where] = [panes.find((one) => one?.id === paneId), imageOf(imageId), placeOfImage(imageId)];
    if (!target || !image || !where) return;
    const pixels = points.flatMap((point) => {
      const pixel = target.pixelOf(target.spotOf(point));
      return pixel ? [pixel] : [];
    });
    const all = completed(kind, pixels, image.instance.spacingOf(image.frame));
    const made = newMeasurement(crypto.randomUUID(), kind, all, where, target);
    add(made);
    told(measurementLines(words, made, image, loadedValues(imageId)).join(', '));
  };
