/** A DICOM JSON data set, as far as looking at pixels needs it. */
type JsonDataSet = Record<string, { Value?: unknown[]; InlineBinary?: string }>;

const tags = {
  windowCenter: '00281050',
  windowWidth: '00281051',
  intercept: '00281052',
  slope: '00281053',
  sharedGroups: '52009229',
  perFrameGroups: '52009230',
  voiSequence: '00289132',
  transformationSequence: '00289145',
} as const;

/** How stored values become shades: `value * slope + intercept`, then the window. */
export interface Shades {
  slope: number;
  intercept: number;
  /** Lowest and highest shown value, after slope and intercept; null for the image's own range. */
  window: { lowest: number; highest: number } | null;
}

const firstItem = (dataSet: JsonDataSet | undefined, tag: string, position = 0): JsonDataSet | undefined =>
  dataSet?.[tag]?.Value?.[position] as JsonDataSet | undefined;
const number = (dataSet: JsonDataSet | undefined, tag: string): number | undefined => {
  const value = dataSet?.[tag]?.Value?.[0];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

/**
 * The window of a frame, whether it stands at the top or in the functional groups of an enhanced image.
 * @param metadata DICOM JSON as text
 * @param frame counted from 0
 */
export function shadesOf(metadata: string, frame: number): Shades {
  const dataSet = JSON.parse(metadata) as JsonDataSet;
  const groups = [firstItem(dataSet, tags.perFrameGroups, frame), firstItem(dataSet, tags.sharedGroups)];
  const places = [dataSet, ...groups.flatMap((group) => [firstItem(group, tags.voiSequence), firstItem(group, tags.transformationSequence)])];
  const find = (tag: string): number | undefined => places.map((place) => number(place, tag)).find((value) => value !== undefined);
  const [center, width] = [find(tags.windowCenter), find(tags.windowWidth)];
  // A width of 0 or less is in real files; the standard asks for at least 1.
  const window = center === undefined || width === undefined || width < 1 ? null : { lowest: center - 0.5 - (width - 1) / 2, highest: center - 0.5 + (width - 1) / 2 };
  return { slope: find(tags.slope) || 1, intercept: find(tags.intercept) ?? 0, window };
}
