import type { ProcessOverview } from '@konsil/contracts/cases';
import { useDocumentLink } from '@konsil/documents';
import { paths } from '../paths';

/** The attachable documents of a case. */
export const useAttachable = (theCase: ProcessOverview) => useDocumentLink(({ id }) => paths.document(theCase, id));
