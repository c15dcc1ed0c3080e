import { useUpdateMessageMutation } from '@konsil/api/messages';
import type { Message } from '@konsil/contracts/messages';
import { useFormat, useTexts } from '@konsil/i18n';
import { AttachIcon, Badge, Button, EditIcon } from '@konsil/ui';
import { useEffect, useState } from 'react';
import { EditMessage } from './EditMessage';
import { About, Below, Sheet } from './message-parts';
import { messageTexts } from './texts';

/** One message of a thread. A received one counts as read once it is on the screen. */
export function MessageItem({ message }: { message: Message }) {
  const { t } = useTexts(messageTexts);
  const format = useFormat();
  const [update] = useUpdateMessageMutation();
  const [editing, setEditing] = useState(false);
  const [keptUnread, setKeptUnread] = useState(false);
  const { id, direction, unread, read_at, edited_at, sender } = message;
  const mine = direction === 'sent';

  useEffect(() => {
    if (!unread || keptUnread || document.visibilityState !== 'visible') return;
    void update({ id, body: { read: true } });
  }, [id, unread, keptUnread, update]);

  const markUnread = () => {
    setKeptUnread(true);
    void update({ id, body: { read: false } });
  };
  return (
    <li data-direction={direction}>
      <Sheet>
        <About>
          <strong>{mine ? t('sentByYou') : sender.name}</strong>
          <time dateTime={message.sent_at}>{format.moment(message.sent_at)}</time>
          {edited_at && <span>{t('edited', { when: format.moment(edited_at) })}</span>}
          {unread && <Badge tone="you">{t('unread')}</Badge>}
          <h3>{message.subject}</h3>
        </About>
        {editing ? <EditMessage message={message} onDone={() => setEditing(false)} /> : <p>{message.message}</p>}
        <Below>
          {message.document_ids.length > 0 && <span><AttachIcon /> {t('attachments', { count: message.document_ids.length })}</span>}
          {mine && <span>{read_at ? t('read', { when: format.moment(read_at) }) : t('notRead')}</span>}
          {mine && !read_at && !editing && <Button variant="quiet" size="small" icon={<EditIcon />} onClick={() => setEditing(true)}>{t('edit')}</Button>}
          {!mine && !unread && <Button variant="quiet" size="small" onClick={markUnread}>{t('markUnread')}</Button>}
        </Below>
      </Sheet>
    </li>
  );
}
