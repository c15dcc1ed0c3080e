// @bundle route
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useDocumentLink } from '@konsil/documents';
import { paths } from '../paths.ts';

/** The attachable documents of a case. */
export const useAttachable = () => useDocumentLink(({ case_id: caseId, id }) => paths.document(caseId, id));

/** The documents of a case that its doctor has. */
export const sentOf = (theCase: ProcessOverview) =>
  theCase.documents.filter(({ sent_at, archived_at }) => sent_at !== null && archived_at === null);
