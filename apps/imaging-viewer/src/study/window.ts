import { numbers, type Attribute, type DicomJson } from './dicom-json.ts';

/** Which values are shown between black and white. */
export interface Window {
  center: number;
  width: number;
}

const center = '00281050';
const width = '00281051';
const explanation = '00281055';

/**
 * The same data set without windows that show nothing: a width of 0 or less is in real files, and viewers show black.
 * Without a window the image's own range is used. Functional groups of enhanced images are looked through too.
 */
export function withUsableWindows(dataSet: DicomJson): DicomJson {
  const [widths, centers] = [numbers(dataSet, width), numbers(dataSet, center)];
  const usable = widths.length > 0 && centers.length > 0 && (widths[0] ?? 0) >= 1;
  return Object.fromEntries(
    Object.entries(dataSet).flatMap(([tag, attribute]): [string, Attribute][] => {
      if (!usable && (tag === center || tag === width)) return [];
      if (attribute.vr !== 'SQ' || !Array.isArray(attribute.Value)) return [[tag, attribute]];
      return [[tag, { ...attribute, Value: attribute.Value.map((item) => withUsableWindows(item as DicomJson)) }]];
    }),
  );
}

export interface NamedWindow extends Window {
  name: string;
}

/** The windows that the file itself brings, with the names it gives them. */
export function windowsOf(dataSet: DicomJson): NamedWindow[] {
  const [widths, centers] = [numbers(dataSet, width), numbers(dataSet, center)];
  const names = dataSet[explanation]?.Value ?? [];
  return widths.flatMap((one, index) => {
    const middle = centers[index];
    return middle !== undefined && one >= 1 ? [{ center: middle, width: one, name: typeof names[index] === 'string' ? names[index] : '' }] : [];
  });
}

/** What radiologists look at bodies with, for values in Hounsfield units. */
export const ctWindows = {
  softTissue: { center: 40, width: 400 },
  lung: { center: -600, width: 1500 },
  bone: { center: 400, width: 1800 },
  brain: { center: 40, width: 80 },
  liver: { center: 60, width: 160 },
} as const satisfies Record<string, Window>;
export type CtWindow = keyof typeof ctWindows;
