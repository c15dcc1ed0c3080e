import { item, items, type DicomJson } from './dicom-json.ts';

const sharedGroups = '52009229';
const perFrameGroups = '52009230';

/**
 * The places that can hold an attribute of a frame, the most specific one first:
 * the frame's own functional group, the shared one, and the top of the data set.
 * @param group tag of the functional group's sequence
 * @param frame counted from 0
 */
export const placesOf = (dataSet: DicomJson, group: string, frame: number): DicomJson[] =>
  [item(items(dataSet, perFrameGroups)[frame], group), item(item(dataSet, sharedGroups), group), dataSet].filter(
    (place) => place !== undefined,
  );
