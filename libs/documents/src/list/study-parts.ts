import type { Document } from '@konsil/contracts/documents';

/** Which of how many files of one examination, from 1. */
export interface StudyPart {
  part: number;
  count: number;
}

const inOrder = new Intl.Collator('en', { numeric: true });
const withoutEnding = ({ file_name: name }: Document) => name.replace(/\.\w+$/, '');

/** The documents, by id, whose images are one examination with those of others: too large for one file, it came in several. */
export const studyParts = (documents: readonly Document[]): ReadonlyMap<string, StudyPart> => {
  const files = new Map<string, Document[]>();
  for (const document of documents) {
    const study = document.dicom?.study_uid;
    if (study) files.set(study, [...(files.get(study) ?? []), document]);
  }
  const parts = new Map<string, StudyPart>();
  for (const together of files.values()) {
    if (together.length < 2) continue;
    together.sort((a, b) => inOrder.compare(withoutEnding(a), withoutEnding(b)));
    together.forEach(({ id }, index) => parts.set(id, { part: index + 1, count: together.length }));
  }
  return parts;
};
