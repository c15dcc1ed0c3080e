import { useUpdateMessageMutation } from '@konsil/api/messages';
import { WithdrawButton } from '@konsil/common';
import { useWithdrawSendingMutation } from '@konsil/api/sendings';
import type { Message } from '@konsil/contracts/messages';
import { useFormat, useTexts } from '@konsil/i18n';
import { AttachIcon, Badge, Button, EditIcon, FileName, TextLink, useSeen } from '@konsil/ui';
import { useState } from 'react';
import type { Attachable } from './attachable';
import { EditMessage } from './EditMessage';
import { About, Attached, Below, Note, Sheet } from './message-parts';
import { messageTexts } from './texts';

/**
 * One message of a thread. A received one counts as read once it was visible; an own one can be edited until the other
 * side was shown it.
 */
export function MessageItem({
  message,
  documents,
  formPath,
}: {
  message: Message;
  documents: readonly Attachable[];
  formPath: string;
}) {
  const { t } = useTexts(messageTexts);
  const format = useFormat();
  const [update] = useUpdateMessageMutation();
  const [withdraw] = useWithdrawSendingMutation();
  const [editing, setEditing] = useState(false);
  const [keptUnread, setKeptUnread] = useState(false);
  const { id, direction, unread, shown_at, read_at, edited_at, sender } = message;
  // Reading removes the mark from lists; here it stays while the message is shown.
  const [arrivedUnread] = useState(unread);
  const mine = direction === 'sent';
  const attached = documents.filter((document) => message.document_ids.includes(document.id));
  const archived = message.document_ids.length - attached.length;

  const item = useSeen<HTMLLIElement>(unread && !keptUnread, () => void update({ id, body: { read: true } }));
  const markUnread = () => {
    setKeptUnread(true);
    void update({ id, body: { read: false } });
  };
  return (
    <li ref={item} data-direction={direction}>
      <Sheet>
        <About>
          <strong>{mine ? t('sentByYou') : sender.name}</strong>
          <time dateTime={message.sent_at}>{format.moment(message.sent_at)}</time>
          {edited_at && <span>{t('edited', { when: format.moment(edited_at) })}</span>}
          {(unread || arrivedUnread) && <Badge tone="you">{t('unread')}</Badge>}
          <h3>{message.subject}</h3>
        </About>
        {editing ? <EditMessage message={message} onDone={() => setEditing(false)} /> : <p>{message.message}</p>}
        {archived > 0 && <Note>{t('attachedArchived', { count: archived })}</Note>}
        {attached.length > 0 && (
          <Attached aria-label={t('attached')}>
            {attached.map((document) => (
              <li key={document.id}>
                <AttachIcon />{' '}
                <TextLink standalone to={document.to}>
                  <span>
                    {document.name}, <FileName>{document.file}</FileName>
                  </span>
                </TextLink>
              </li>
            ))}
          </Attached>
        )}
        <Below>
          {mine && (
            <span>{read_at ? t('read', { when: format.moment(read_at) }) : t(shown_at ? 'arrived' : 'notRead')}</span>
          )}
          {mine && !shown_at && !editing && (
            <Button variant="quiet" size="small" icon={<EditIcon />} onClick={() => setEditing(true)}>
              {t('edit')}
            </Button>
          )}
          {message.withdrawable && !editing && (
            <WithdrawButton
              kind="message"
              withdraw={() => withdraw({ id, caseId: message.case_id, patientId: message.patient.id }).unwrap()}
              formPath={formPath}
            />
          )}
          {!mine && !unread && (
            <Button variant="quiet" size="small" onClick={markUnread}>
              {t('markUnread')}
            </Button>
          )}
        </Below>
      </Sheet>
    </li>
  );
}
