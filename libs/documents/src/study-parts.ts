import type { Document } from '@konsil/contracts/documents';
import { useTexts } from '@konsil/i18n';
import { useMemo } from 'react';
import { documentTexts } from './texts';

/** Which of how many files of one examination, from 1. */
interface StudyPart {
  part: number;
  count: number;
}

const inOrder = new Intl.Collator('en', { numeric: true });
const withoutEnding = ({ file_name: name }: Document) => name.replace(/\.\w+$/, '');

/** The documents, by id, whose images are one examination with those of others: too large for one file, it came in several. */
const studyParts = (documents: readonly Document[]): ReadonlyMap<string, StudyPart> => {
  const files = new Map<string, Document[]>();
  for (const document of documents) {
    if (!document.dicom) continue;
    const study = `${document.dicom.study_uid} ${document.archived_at ? 'archived' : 'active'}`;
    const together = files.get(study);
    if (together) together.push(document);
    else files.set(study, [document]);
  }
  const parts = new Map<string, StudyPart>();
  for (const together of files.values()) {
    if (together.length < 2) continue;
    together.sort((a, b) => inOrder.compare(withoutEnding(a), withoutEnding(b)));
    together.forEach(({ id }, index) => parts.set(id, { part: index + 1, count: together.length }));
  }
  return parts;
};

/** Says which part of its examination a document is, "Teil 2 von 3"; nothing of one that came in one file. */
export function useStudyParts(documents: readonly Document[]): (document: Document) => string | undefined {
  const { t } = useTexts(documentTexts);
  const parts = useMemo(() => studyParts(documents), [documents]);
  return ({ id }) => {
    const found = parts.get(id);
    return found && t('list.part', { part: found.part, count: found.count });
  };
}
