import dicomParser, { type DataSet } from 'dicom-parser';
import type { Reference } from './image-plane.ts';

/** One closed planar contour. */
export interface Contour {
  region: number;
  /** The images that it names. */
  names: Reference[];
  /** x, y and z of each point in millimetres of the patient. */
  points: Float32Array;
}

export interface ReadContours {
  contours: Contour[];
  /** By region: contours of another kind, such as points and open lines. */
  others: Map<number, number>;
  /** By region: contours that cannot be read. */
  broken: Map<number, number>;
}

/** The reasons why the outlines of a file are not read. */
export type ContourFault = 'tooLarge' | 'broken';

export const contourLimits = { fileBytes: 64 * 1024 * 1024, points: 2_000_000, contours: 100_000 } as const;

const closed = new Set(['CLOSED_PLANAR', 'CLOSEDPLANAR_XOR']);

const itemsOf = (dataSet: DataSet, tag: string): DataSet[] =>
  (dataSet.elements[tag]?.items ?? []).flatMap((item) => item.dataSet ?? []);
const textOf = (dataSet: DataSet, tag: string): string => (dataSet.string(tag) ?? '').replaceAll('\0', '').trim();
const countOf = (counts: Map<number, number>, region: number): number => counts.get(region) ?? 0;
const count = (counts: Map<number, number>, region: number): void =>
  void counts.set(region, countOf(counts, region) + 1);

const [backslash, space, nul] = [0x5c, 0x20, 0];

const decimalString = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** Farther points are of no body, in millimetres. */
const farthest = 100_000;

/** Decimal strings, number by number: the whole text of a contour may have megabytes. Null if one is no coordinate. */
function decimals(bytes: Uint8Array, expected: number): Float32Array | null {
  const values = new Float32Array(expected);
  let [at, start] = [0, 0];
  for (let end = 0; end <= bytes.length; end += 1) {
    if (end < bytes.length && bytes[end] !== backslash) continue;
    let [from, to] = [start, end];
    while (from < to && bytes[from] === space) from += 1;
    while (to > from && (bytes[to - 1] === space || bytes[to - 1] === nul)) to -= 1;
    // A decimal string has 16 characters; some writers use more.
    if (to === from || to - from > 32 || at === expected) return null;
    const written = String.fromCharCode(...bytes.subarray(from, to));
    if (!decimalString.test(written) || Math.abs(Number(written)) > farthest) return null;
    values[at] = Number(written);
    at += 1;
    start = end + 1;
  }
  return at === expected ? values : null;
}

const namesOf = (contour: DataSet): Reference[] =>
  itemsOf(contour, 'x30060016').flatMap((image): Reference[] => {
    const instance = textOf(image, 'x00081155');
    const frames = textOf(image, 'x00081160').split('\\').filter(Boolean).map(Number);
    if (instance === '') return [];
    return frames.length > 0 ? frames.map((frame) => ({ instance, frame })) : [{ instance, frame: null }];
  });

/**
 * Reads the contours of an RT Structure Set, element by element within the limits. Synchronous: run it in a worker,
 * because the bytes may be hostile.
 */
export function readContours(file: Uint8Array): ReadContours | ContourFault {
  if (file.length > contourLimits.fileBytes) return 'tooLarge';
  try {
    const dataSet = dicomParser.parseDicom(file);
    const read: ReadContours = { contours: [], others: new Map(), broken: new Map() };
    const rois = itemsOf(dataSet, 'x30060039');
    const all = rois.flatMap((roi) => itemsOf(roi, 'x30060040'));
    const points = all.reduce((sum, contour) => sum + Math.max(0, contour.intString('x30060046') ?? 0), 0);
    if (all.length > contourLimits.contours || points > contourLimits.points) return 'tooLarge';
    for (const roi of rois) {
      const region = roi.intString('x30060084');
      if (region === undefined) return 'broken';
      for (const contour of itemsOf(roi, 'x30060040')) {
        const data = contour.elements['x30060050'];
        const declared = contour.intString('x30060046');
        if (!data || declared === undefined || declared < 1) {
          count(read.broken, region);
          continue;
        }
        // The parser seeks past the end of a truncated file.
        if (data.dataOffset + data.length > file.length) return 'broken';
        if (!closed.has(textOf(contour, 'x30060042'))) {
          count(read.others, region);
          continue;
        }
        // Each number takes two bytes at least.
        if (declared < 3 || declared * 6 - 1 > data.length + 1) {
          count(read.broken, region);
          continue;
        }
        const values = decimals(file.subarray(data.dataOffset, data.dataOffset + data.length), declared * 3);
        if (values) read.contours.push({ region, names: namesOf(contour), points: values });
        else count(read.broken, region);
      }
    }
    return read;
  } catch {
    return 'broken';
  }
}
