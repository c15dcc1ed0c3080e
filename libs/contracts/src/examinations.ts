import type { Role } from './codes.ts';
import type { Document } from './documents.ts';

/** What is one entry of a list: a document, or the files that one side gave of one examination. The first stands for all of them. */
export type Files = readonly [Document, ...Document[]];

/** What tells one entry from the others: the examination of one person with the side that gave it, or the file itself where it is none, or several. */
export const entryKey = ({
  id,
  role,
  studyUid,
  person = 0,
}: {
  id: string;
  role: Role;
  studyUid: string | null;
  person?: number | undefined;
}): string => (studyUid ? `${role} ${studyUid} ${person}` : id);

const entryOf = ({ id, group, dicom, uploaded_by: { role } }: Document): string =>
  entryKey({
    id,
    role,
    studyUid: group === 'image' && dicom && !dicom.other_studies ? dicom.study_uid : null,
    person: dicom?.person,
  });

/** The documents with the files of one examination together, where the first of them stood. */
export const byExamination = (documents: readonly Document[]): Files[] => {
  const entries = new Map<string, [Document, ...Document[]]>();
  for (const document of documents) {
    const entry = entryOf(document);
    const files = entries.get(entry);
    if (files) files.push(document);
    else entries.set(entry, [document]);
  }
  return [...entries.values()];
};
