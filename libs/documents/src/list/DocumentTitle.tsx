// @bundle route
import type { Document } from '@konsil/contracts/documents';
import { FileName } from '@konsil/ui';
import { useExaminationWords } from '../examination-words';

/** The title of a document in lists: its kind, or without details the title from its images or its file name. */
export function DocumentTitle({ document }: { document: Document }) {
  const { calledByDevice, titleOf } = useExaminationWords();
  return document.medical_kind_code || calledByDevice(document) ? (
    titleOf(document)
  ) : (
    <FileName>{document.file_name}</FileName>
  );
}
