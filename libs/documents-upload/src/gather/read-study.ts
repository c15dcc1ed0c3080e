import { parseDicom } from 'dicom-parser';

/** The examination that an image belongs to; empty if it has none. */
export interface StudyMark {
  studyUid: string;
  modality: string;
  /** `YYYY-MM-DD`. */
  date: string;
}

// In tag order, so that reading can stop after the last one (DICOM PS3.5 section 7.1).
const tags = { date: 'x00080020', modality: 'x00080060', studyUid: 'x0020000d' };

/** Reads the examination of a DICOM file (PS3.3 C.7.2.1, C.7.3.1); empty if the file is unreadable. */
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
