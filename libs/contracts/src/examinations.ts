import type { Document } from './documents.ts';

/** What is one entry of a list: a document, or the files that one side gave of one examination. The first stands for all of them. */
export type Files = readonly [Document, ...Document[]];

/** A file with several examinations is part of none. */
const entryOf = ({ id, group, dicom, uploaded_by: { role } }: Document): string => (group === 'image' && dicom && !dicom.other_studies ? `${role} ${dicom.study_uid}` : id);

/** The documents with the files of one examination together, where the first of them stood. */
export const byExamination = (documents: readonly Document[]): Files[] => {
  const entries = new Map<string, [Document, ...Document[]]>();
  for (const document of documents) {
    const files = entries.get(entryOf(document));
    if (files) files.push(document);
    else entries.set(entryOf(document), [document]);
  }
  return [...entries.values()];
};
