import { parseDicom } from 'dicom-parser';

/** What an image says about the examination it belongs to; empty where it does not. */
export interface StudyMark {
  studyUid: string;
  modality: string;
  /** `YYYY-MM-DD`. */
  date: string;
}

// In the order of the standard: sorted by tag, so what comes later need not be read (DICOM PS3.5 section 7.1).
const tags = { date: 'x00080020', modality: 'x00080060', studyUid: 'x0020000d' };

/** The examination of a DICOM file (PS3.3 C.7.2.1, C.7.3.1); empty marks for one that cannot be read. */
export const readStudy = (bytes: Uint8Array): StudyMark => {
  try {
    const found = parseDicom(bytes, { untilTag: tags.studyUid });
    const text = (tag: string) => found.string(tag)?.trim() ?? '';
    return {
      studyUid: text(tags.studyUid),
      modality: text(tags.modality),
      date: text(tags.date).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'),
    };
  } catch {
    return { studyUid: '', modality: '', date: '' };
  }
};
