import type { ProcessOverview } from '@konsil/contracts/cases';
import { MessageForm } from '@konsil/messages';
import { useAttachable } from './use-attachable';

/** A new message to the patient of a case, or to the person who acts for them. */
export function WriteMessage({ theCase, onSent }: { theCase: ProcessOverview; onSent?: () => void }) {
  const attachable = useAttachable(theCase);
  const { id, account_name: reader, case_name: subject, documents } = theCase;
  const inUse = documents.filter(({ archived_at }) => archived_at === null);
  return <MessageForm caseId={id} to={reader} subject={subject} attachable={inUse.map(attachable)} {...(onSent && { onSent })} />;
}
