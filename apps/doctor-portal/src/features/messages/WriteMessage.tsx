import type { ProcessOverview } from '@konsil/contracts/cases';
import { MessageForm, type MessageFormProps } from '@konsil/messages';
import { useAttachable } from './use-attachable';

/** A new message to the patient of a case, or to their proxy. */
export function WriteMessage({
  theCase,
  ...form
}: { theCase: ProcessOverview } & Pick<MessageFormProps, 'draft' | 'onSent'>) {
  const attachable = useAttachable(theCase);
  const { id, account_name: reader, case_name: subject, documents } = theCase;
  const inUse = documents.filter(({ archived_at }) => archived_at === null);
  return <MessageForm caseId={id} to={reader} subject={subject} attachable={inUse.map(attachable)} {...form} />;
}
