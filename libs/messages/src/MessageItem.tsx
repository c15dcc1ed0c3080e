import { useUpdateMessageMutation } from '@konsil/api/messages';
import { WithdrawButton } from '@konsil/common';
import { useWithdrawSendingMutation } from '@konsil/api/sendings';
import type { Message } from '@konsil/contracts/messages';
import { fullName } from '@konsil/contracts/full-name';
import { dayOf, useFormat, useTexts } from '@konsil/i18n';
import { useAuthorName } from '@konsil/i18n/people';
import { AttachIcon, Avatar, Badge, Button, EditIcon, FileName, TextLink, useSeen } from '@konsil/ui';
import { useState } from 'react';
import type { Attachable } from './attachable';
import { EditMessage } from './EditMessage';
import { MessageHead, AttachedDocuments, MessageFooter, Day, Note, MessageSheet } from './message-parts';
import { subjectFrom } from './subject';
import { messageTexts } from './texts';

const dayMs = 86_400_000;
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const isNear = (day: string): boolean => [0, 1].some((ago) => dayOf(new Date(Date.now() - ago * dayMs)) === day);

interface MessageItemProps {
  message: Message;
  documents: readonly Attachable[];
  /** The page with the message form. */
  formPath: string;
  /** Part of a conversation: initials, and the time without its day. */
  conversation?: boolean;
  /** Shown above the message: it is the first of this day. */
  day?: string | undefined;
}

/**
 * One message of a thread. A received one counts as read once it was visible; an own one can be edited until the other
 * side was shown it.
 */
export function MessageItem({ message, documents, formPath, conversation = false, day }: MessageItemProps) {
  const { t } = useTexts(messageTexts);
  const format = useFormat();
  const authorName = useAuthorName();
  const [update] = useUpdateMessageMutation();
  const [withdraw] = useWithdrawSendingMutation();
  const [editing, setEditing] = useState(false);
  const [keptUnread, setKeptUnread] = useState(false);
  const { id, direction, unread, shown_at, read_at, edited_at, sender } = message;
  // Reading removes the mark from lists; here it stays while the message is shown.
  const [arrivedUnread] = useState(unread);
  const mine = direction === 'sent';
  const byMe = mine && !sender.other;
  const attached = documents.filter((document) => message.document_ids.includes(document.id));
  const archived = message.document_ids.length - attached.length;

  const item = useSeen<HTMLLIElement>(unread && !keptUnread, () => void update({ id, body: { read: true } }));
  const markUnread = () => {
    setKeptUnread(true);
    void update({ id, body: { read: false } });
  };
  return (
    <li ref={item} data-direction={direction}>
      {day && <Day>{isNear(day) ? capital(format.relativeDay(day)) : format.dayLong(day)}</Day>}
      <MessageSheet>
        <MessageHead>
          {conversation && <Avatar name={sender.name} voice={sender.role === 'doctor' ? 'doctor' : 'patient'} />}
          <strong>{byMe ? t('sentByYou') : authorName(sender, { patient: fullName(message.patient) })}</strong>
          <time dateTime={message.sent_at}>
            {conversation ? format.time(message.sent_at) : format.moment(message.sent_at)}
          </time>
          {edited_at && <span>{t('edited', { when: format.moment(edited_at) })}</span>}
          {(unread || arrivedUnread) && (
            <Badge tone="you" data-unread>
              {t('unread')}
            </Badge>
          )}
          {/* A subject that was taken from the message says nothing new. */}
          {message.subject !== subjectFrom(message.message) && <h3>{message.subject}</h3>}
        </MessageHead>
        {editing ? <EditMessage message={message} onDone={() => setEditing(false)} /> : <p>{message.message}</p>}
        {archived > 0 && <Note>{t('attachedArchived', { count: archived })}</Note>}
        {attached.length > 0 && (
          <AttachedDocuments aria-label={t('attached')}>
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
          </AttachedDocuments>
        )}
        <MessageFooter>
          {mine && (
            <span>{read_at ? t('read', { when: format.moment(read_at) }) : t(shown_at ? 'arrived' : 'notRead')}</span>
          )}
          {byMe && !shown_at && !editing && (
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
        </MessageFooter>
      </MessageSheet>
    </li>
  );
}
