import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import { useKindWords } from '@konsil/documents';
import type { Attachable } from '@konsil/messages';
import { paths } from '../paths';

/** The documents of a case as its messages carry them. */
export function useAttachable(theCase: ProcessOverview): (document: Document) => Attachable {
  const { nameOf } = useKindWords();
  return (document) => ({ id: document.id, name: nameOf(document), file: document.file_name, to: paths.document(theCase, document.id) });
}
