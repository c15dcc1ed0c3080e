import { buildDicom, type Element, type Syntax } from './made-dicom.ts';

/** Width and height of a generated picture, in pixels. */
export const generatedPictureSize = 8;
const count = generatedPictureSize * generatedPictureSize;

export type Shade = number | readonly [number, number, number];

/**
 * A file for one attribute that affects rendering, with the expected shades computed from the standard's formula only.
 */
export interface MadePicture {
  name: string;
  file: Uint8Array;
  /** Per pixel, row by row. */
  shades: readonly Shade[];
  /** Pixel height divided by width. */
  aspect: number;
}

export const each = <T>(of: (index: number) => T, length = count): T[] =>
  Array.from({ length }, (_, index) => of(index));
export const ds = (...values: (number | string)[]) => values.join('\\');
export const clamped = (shade: number): number => Math.min(255, Math.max(0, shade));

// The three formulas of PS3.3 C.11.2.1.
export const linear =
  (center: number, width: number) =>
  (x: number): number => {
    if (x <= center - 0.5 - (width - 1) / 2) return 0;
    if (x > center - 0.5 + (width - 1) / 2) return 255;
    return ((x - (center - 0.5)) / (width - 1) + 0.5) * 255;
  };
export const exact =
  (center: number, width: number) =>
  (x: number): number =>
    clamped(((x - center) / width + 0.5) * 255);
export const sigmoid =
  (center: number, width: number) =>
  (x: number): number =>
    255 / (1 + Math.exp((-4 * (x - center)) / width));
export const range =
  (least: number, most: number) =>
  (x: number): number =>
    clamped(((x - least) / (most - least)) * 255);

let made = 0;
/** Numbers the next picture 1, so that the files are the same each time. */
export const numberFromOne = (): void => {
  made = 0;
};
interface Making {
  elements?: readonly Element[];
  /** Per pixel. */
  samples?: readonly number[];
  pixels?: Uint8Array;
  shades: readonly Shade[];
  aspect?: number;
  syntax?: Syntax;
}

export function picture(
  name: string,
  { elements = [], samples = ramp, pixels, shades, aspect = 1, syntax = 'explicit' }: Making,
): MadePicture {
  made += 1;
  const bits = Number(
    (elements.findLast(([tag]) => tag === '00280100')?.[2] as readonly number[] | undefined)?.[0] ?? 16,
  );
  const words =
    bits === 32
      ? (['7fe00010', 'OW', new Uint8Array(Uint32Array.from(samples, (value) => value >>> 0).buffer)] as const)
      : (['7fe00010', bits === 8 ? 'OB' : 'OW', pixels ?? samples] as const);
  const file = buildDicom(
    [
      ['00080005', 'CS', 'ISO_IR 192'],
      ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.7'],
      ['00080018', 'UI', `1.2.826.0.1.77.1.${made}.1`],
      ['00080020', 'DA', '20260302'],
      ['00080060', 'CS', 'OT'],
      ['0008103e', 'LO', name],
      ['00100010', 'PN', 'Adler^Miriam'],
      ['0020000d', 'UI', '1.2.826.0.1.77'],
      ['0020000e', 'UI', `1.2.826.0.1.77.1.${made}`],
      ['00200011', 'IS', String(made)],
      ['00280002', 'US', [1]],
      ['00280004', 'CS', 'MONOCHROME2'],
      ['00280010', 'US', [generatedPictureSize]],
      ['00280011', 'US', [generatedPictureSize]],
      ['00280100', 'US', [16]],
      ['00280101', 'US', [16]],
      ['00280102', 'US', [15]],
      ['00280103', 'US', [0]],
      words,
      ...elements,
    ],
    syntax,
  );
  return { name, file, shades, aspect };
}

/** Stored values from 0 to 2,016. */
export const ramp = each((index) => index * 32);
export const signedRamp = each((index) => index * 32 - 1008);
export const window = (center: number | string, width: number | string, shape = ''): Element[] => [
  ['00281050', 'DS', String(center)],
  ['00281051', 'DS', String(width)],
  ...(shape ? [['00281056', 'CS', shape] as const] : []),
];
export const rescale = (slope: number | string, intercept: number | string): Element[] => [
  ['00281053', 'DS', String(slope)],
  ['00281052', 'DS', String(intercept)],
];
export const stored = (allocated: number, bits: number, high: number, signed = 0): Element[] => [
  ['00280100', 'US', [allocated]],
  ['00280101', 'US', [bits]],
  ['00280102', 'US', [high]],
  ['00280103', 'US', [signed]],
];
export const modality = (name: string): Element => ['00080060', 'CS', name];
export const usual = window(1000, 2000);
export const usualShade = linear(1000, 2000);
export const table = (first: number, bits: number, entries: readonly number[], firstVr = 'US'): Element[] => [
  ['00283002', firstVr, [entries.length, first, bits]],
  ['00283003', 'LO', 'MADE'],
  ['00283006', 'OW', entries],
];
export const group = (tag: string, elements: readonly Element[]): Element => [tag, 'SQ', [elements]];
export const frames = (tag: string, ...groups: (readonly Element[])[]): Element[] => [
  ['00280008', 'IS', String(groups.length)],
  ['52009230', 'SQ', groups.map((elements) => [group(tag, elements)])],
];
