import type { Document } from '@konsil/contracts/documents';
import { FileName } from '@konsil/ui';
import { useExaminationWords } from '../examination-words';

/** What a list calls a document: its kind, and before that is said what images say of themselves, or the name of the file. */
export function DocumentTitle({ document }: { document: Document }) {
  const { calledByDevice, titleOf } = useExaminationWords();
  return document.medical_kind_code || calledByDevice(document) ? (
    titleOf(document)
  ) : (
    <FileName>{document.file_name}</FileName>
  );
}
