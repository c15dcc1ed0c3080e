import type { Document } from '@konsil/contracts/documents';
import { useKindWords } from './kind-words';

/** Documents as attachments, e.g. of messages: their title, file name and link. */
export function useDocumentLink(hrefOf: (document: Document) => string) {
  const { nameOf } = useKindWords();
  return (document: Document) => ({
    id: document.id,
    name: nameOf(document),
    file: document.file_name,
    to: hrefOf(document),
  });
}
