import type { ProcessOverview } from '@konsil/contracts/cases';
import { useDocumentLink } from '@konsil/documents';
import { paths } from '../paths';

/** The documents of a case as its messages carry them. */
export const useAttachable = (theCase: ProcessOverview) => useDocumentLink(({ id }) => paths.document(theCase, id));
