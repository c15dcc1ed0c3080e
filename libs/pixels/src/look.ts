import { items, number, numbers, text, type DicomJson } from './dicom-json.ts';
import { placesOf } from './functional-groups.ts';
import { tableOf, type LookupTable } from './table.ts';

const tags = {
  modality: '00080060',
  bitsAllocated: '00280100',
  bitsStored: '00280101',
  highBit: '00280102',
  signed: '00280103',
  photometric: '00280004',
  padding: '00280120',
  paddingLimit: '00280121',
  center: '00281050',
  width: '00281051',
  intercept: '00281052',
  slope: '00281053',
  rescaleType: '00281054',
  explanation: '00281055',
  voiFunction: '00281056',
  modalityTable: '00283000',
  voiTables: '00283010',
  tableData: '00283006',
  units: '00541001',
  frameVoi: '00289132',
  frameTransformation: '00289145',
  doseGridScaling: '3004000E',
  doseUnits: '30040002',
} as const;

/** The bits of a sample that hold its value. */
export interface StoredBits {
  stored: number;
  high: number;
  signed: boolean;
}

/** The range of values between black and white (PS3.3 C.11.2.1). */
export interface ValueWindow {
  center: number;
  width: number;
  shape: 'linear' | 'exact' | 'sigmoid';
}
export interface NamedWindow extends ValueWindow {
  name: string;
}

/** The mapping of a greyscale frame's stored values to shades, as the file declares it. */
export interface GreyscaleLook {
  bits: StoredBits;
  /** From stored values to modality values. */
  rescale: { slope: number; intercept: number } | LookupTable;
  /** Unit of the modality values; empty if the file does not say. */
  unit: string;
  /** Stored values outside the picture, lowest to highest. */
  padding: readonly [number, number] | null;
  /** The file's VOI tables. The first one takes precedence over any window. */
  tables: LookupTable[];
  windows: NamedWindow[];
  /** The file declares a table whose entries are missing. */
  tableMissing: 'modality' | 'contrast' | null;
  /** The lowest value is white. */
  inverse: boolean;
  /** Modality values are Hounsfield units. */
  hounsfield: boolean;
}

const shapes: Record<string, ValueWindow['shape']> = { LINEAR_EXACT: 'exact', SIGMOID: 'sigmoid' };

/** The usable windows. Real files contain widths of 0 or less; below 1 only the exact formula holds. */
function windowsIn(place: DicomJson): NamedWindow[] {
  const centers = numbers(place, tags.center);
  const names = place[tags.explanation]?.Value ?? [];
  const shape = shapes[text(place, tags.voiFunction).toUpperCase()] ?? 'linear';
  return numbers(place, tags.width).flatMap((width, index) => {
    const center = centers[index];
    if (center === undefined || width <= 0) return [];
    const name = names[index];
    return [
      {
        center,
        width,
        shape: shape === 'linear' && width < 1 ? 'exact' : shape,
        name: typeof name === 'string' ? name.trim() : '',
      },
    ];
  });
}

const unitNames: Record<string, string> = {
  HU: 'HU',
  HU_MOD: 'HU',
  OD: '‰ OD',
  MGML: 'mg/ml',
  PCT: '%',
  BQML: 'Bq/ml',
  GML: 'SUV',
  CNTS: 'counts',
  PROPCNTS: 'counts',
  PROPCPS: 'cps',
  CPS: 'cps',
  GY: 'Gy',
  ED: '10²³/ml',
  EDW: 'N',
};
const readable = (unit: string): string =>
  unit === 'US' || unit === 'RELATIVE' || unit === 'NONE' ? '' : (unitNames[unit.toUpperCase()] ?? unit);

/**
 * The look of one frame, at the top of the data set or in the functional groups of an enhanced image.
 * @param frame counted from 0
 */
export function lookOf(dataSet: DicomJson, frame: number): GreyscaleLook {
  const transformations = placesOf(dataSet, tags.frameTransformation, frame);
  const contrasts = placesOf(dataSet, tags.frameVoi, frame);
  const find = (tag: string): number | undefined =>
    transformations.map((place) => number(place, tag)).find((value) => value !== undefined);
  const allocated = number(dataSet, tags.bitsAllocated) ?? 16;
  const stored = Math.min(allocated, Math.max(1, number(dataSet, tags.bitsStored) ?? allocated));
  const high = number(dataSet, tags.highBit) ?? stored - 1;
  const signed = number(dataSet, tags.signed) === 1;
  const bits: StoredBits = { stored, high: high >= stored - 1 && high < allocated ? high : stored - 1, signed };

  const modality = text(dataSet, tags.modality);
  const intercept = find(tags.intercept) ?? 0;
  const slope = find(tags.slope) || (modality === 'RTDOSE' ? number(dataSet, tags.doseGridScaling) : undefined) || 1;
  const type = transformations.map((place) => text(place, tags.rescaleType)).find(Boolean) ?? '';
  const hasRescale = find(tags.intercept) !== undefined;
  const hounsfield = modality === 'CT' && hasRescale && (type === '' || type.toUpperCase().startsWith('HU'));
  const unit =
    readable(type) ||
    (modality === 'PT' ? readable(text(dataSet, tags.units)) : '') ||
    (modality === 'RTDOSE' ? readable(text(dataSet, tags.doseUnits)) : '') ||
    (hounsfield ? 'HU' : '');

  const [modalityTable] = items(dataSet, tags.modalityTable);
  const table = modalityTable && tableOf(modalityTable, signed);
  const tableItems = contrasts.map((place) => items(place, tags.voiTables)).find((found) => found.length > 0) ?? [];
  const tables = tableItems.flatMap((one) => tableOf(one, !table && (signed || intercept < 0 || slope < 0)) ?? []);
  const windows = contrasts.map(windowsIn).find((found) => found.length > 0) ?? [];

  const padding = number(dataSet, tags.padding);
  const limit = number(dataSet, tags.paddingLimit) ?? padding;
  return {
    bits,
    rescale: table ?? { slope, intercept },
    unit: table ? readable(text(modalityTable, '00283004')) : unit,
    padding: padding === undefined || limit === undefined ? null : [Math.min(padding, limit), Math.max(padding, limit)],
    tables,
    windows,
    tableMissing: modalityTable && !table ? 'modality' : tableItems.length > tables.length ? 'contrast' : null,
    inverse: text(dataSet, tags.photometric) === 'MONOCHROME1',
    hounsfield,
  };
}
