import type { Document } from '@konsil/contracts/documents';
import { FileName } from '@konsil/ui';
import { useKindWords } from '../kind-words';

/** What a list calls a document: its kind, and before that is said the name of its file. */
export function DocumentTitle({ document }: { document: Document }) {
  const { kindOf } = useKindWords();
  return document.medical_kind_code ? kindOf(document) : <FileName>{document.file_name}</FileName>;
}
