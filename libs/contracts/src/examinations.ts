// @bundle ui
import type { Role } from './codes.ts';
import type { Document } from './documents.ts';

/** One list entry: a document, or the files that one side uploaded of one examination. The first represents all. */
export type Files = readonly [Document, ...Document[]];

/**
 * The key of an entry: case, person, examination and uploading side, or the document itself if it has no or several
 * examinations.
 */
export const entryKey = ({
  id,
  caseId,
  role,
  studyUid,
  person = 0,
}: {
  id: string;
  caseId: string;
  role: Role;
  studyUid: string | null;
  person?: number | undefined;
}): string => (studyUid ? `${caseId} ${role} ${studyUid} ${person}` : id);

const entryOf = ({ id, case_id: caseId, group, dicom, uploaded_by: { role } }: Document): string =>
  entryKey({
    caseId,
    id,
    role,
    studyUid: group === 'image' && dicom && !dicom.other_studies ? dicom.study_uid : null,
    person: dicom?.person,
  });

/** Groups documents by examination, at the position of the first file. */
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
