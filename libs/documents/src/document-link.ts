import type { Document } from '@konsil/contracts/documents';
import { useKindWords } from './kind-words';

/** Documents as other things carry them, such as messages: what each and its file are called, and where it is read. */
export function useDocumentLink(hrefOf: (document: Document) => string) {
  const { nameOf } = useKindWords();
  return (document: Document) => ({
    id: document.id,
    name: nameOf(document),
    file: document.file_name,
    to: hrefOf(document),
  });
}
