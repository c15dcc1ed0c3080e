import { items, numbers, text, type DicomJson } from './dicom-json.ts';
import { placesOf } from './functional-groups.ts';

/** Projection modalities: X-rays diverge, so a length at the detector is longer than in the body. */
export const projectionModalities: ReadonlySet<string> = new Set([
  'CR',
  'DX',
  'DR',
  'MG',
  'IO',
  'PX',
  'XA',
  'RF',
  'XF',
  'RG',
  'RTIMAGE',
  'DF',
]);

/** Pixel size and where it holds: in the body, at the detector, on scanned film, or only as an aspect ratio. */
export interface Spacing {
  row: number;
  column: number;
  scale: 'body' | 'detector' | 'film' | 'pixels';
}

const pair = (dataSet: DicomJson, tag: string): [number, number] | null => {
  const [row, column] = numbers(dataSet, tag);
  return row !== undefined && column !== undefined && row > 0 && column > 0 ? [row, column] : null;
};

/** Pixel height divided by width, as in PixelAspectRatio. */
export const aspectOf = (dataSet: DicomJson): number => {
  const ratio = pair(dataSet, '00280034');
  return ratio ? ratio[0] / ratio[1] : 1;
};

/**
 * The size that holds for the whole picture. Regions of an ultrasound image have scales of their own, or none (Doppler,
 * M-mode): of its pixels, only the shape is the same everywhere.
 * @param frame counted from 0
 */
export function spacingOf(dataSet: DicomJson, frame: number): Spacing {
  const { row, column, scale } = declaredSpacing(dataSet, frame);
  return items(dataSet, ultrasoundRegions).length > 0
    ? { row: row / column, column: 1, scale: 'pixels' }
    : { row, column, scale };
}

const ultrasoundRegions = '00186011';

function declaredSpacing(dataSet: DicomJson, frame: number): Spacing {
  const body = placesOf(dataSet, '00289110', frame)
    .map((place) => pair(place, '00280030'))
    .find(Boolean);
  const projection = projectionModalities.has(text(dataSet, '00080060'));
  const imager = pair(dataSet, '00181164');
  if (body) {
    // Two different values imply a calibration, even where none is declared.
    const calibrated =
      text(dataSet, '00280A02') !== '' ||
      (imager !== null && (Math.abs(imager[0] - body[0]) > 1e-6 || Math.abs(imager[1] - body[1]) > 1e-6));
    return { row: body[0], column: body[1], scale: projection && !calibrated ? 'detector' : 'body' };
  }
  if (imager) return { row: imager[0], column: imager[1], scale: 'detector' };
  const film = pair(dataSet, '00182010');
  if (film) return { row: film[0], column: film[1], scale: 'film' };
  const aspect = aspectOf(dataSet);
  return { row: aspect, column: 1, scale: 'pixels' };
}
