import { dayOf } from '@konsil/dicom-header/dates';
import { openHeader } from '@konsil/dicom-header/header';

/** The examination that an image belongs to; empty if it has none. */
export interface StudyMark {
  studyUid: string;
  modality: string;
  /** `YYYY-MM-DD`; empty if invalid. */
  date: string;
}

const tags = { date: '00080020', modality: '00080060', studyUid: '0020000d' };

/** Reads the examination of a DICOM file (PS3.3 C.7.2.1, C.7.3.1); empty if the file is unreadable. */
export const readStudy = (bytes: Uint8Array): StudyMark => {
  const header = openHeader(bytes, tags.studyUid);
  const text = (tag: string) => header?.ascii(tag) ?? '';
  return {
    studyUid: text(tags.studyUid),
    modality: text(tags.modality),
    date: dayOf(text(tags.date)) ?? '',
  };
};
