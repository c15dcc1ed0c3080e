import { knownFilters, useListFilters } from '@konsil/lists/list-filters';
import { listOf } from '@konsil/lists/lists';
import { useListMessagesInfiniteQuery } from '@konsil/api/messages';
import { useHiddenFilters } from '@konsil/lists/nothing-yet';
import { useDebounced } from '@konsil/lists/use-settled';
import { EmptyList, ListContent, ListSearch, ListSort } from '@konsil/common';
import { fullName } from '@konsil/contracts/full-name';
import { messageBoxes, messageSorts, messagesQuerySchema, type Message } from '@konsil/contracts/messages';
import { excerptOf, useFormat, useTexts } from '@konsil/i18n';
import { useAuthorName } from '@konsil/i18n/people';
import { Badge, ListBeside, ListLinkRow, MessagesIcon, SelectField, Stack, ToolBar } from '@konsil/ui';
import { useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { messageTexts } from './texts';

const names = ['search', 'box', 'sort'] as const;
const order = ['sort'] as const;

// More than the two visible lines; a screen reader reads all of it.
const most = 180;

export interface MessageOverviewProps {
  /** The thread of a message. */
  hrefOf: (message: Message) => string;
  /** The open thread, beside the list, which stays as it is; not shown while there is no message at all. */
  beside?: ReactNode;
  /** The case whose thread is open there. */
  openCase?: string | undefined;
  /** The reader's next action when the list is empty. */
  emptyAction?: ReactNode;
}

/**
 * The messages of all cases, newest first by default, each with an excerpt; unread ones are bold and marked, own ones
 * say whether they were read.
 */
export function MessageOverview({ hrefOf, beside, openCase, emptyAction }: MessageOverviewProps) {
  const { t } = useTexts(messageTexts);
  const format = useFormat();
  const authorName = useAuthorName();
  const { filters, set, narrowed, filtered, reset } = useListFilters('messages', names, order);
  const field = useRef<HTMLInputElement>(null);
  const { state } = useLocation();
  const query = useDebounced(filters);
  const messages = listOf(useListMessagesInfiniteQuery(knownFilters(messagesQuerySchema, query)));
  const { nothingYet, enter } = useHiddenFilters({ query, total: messages.currentTotal, narrowed });

  // The author may act for another patient: then the case names the patient.
  const whose = ({ patient, sender, to, case_name: name }: Message) => {
    const person = fullName(patient);
    const writer = sender.role === 'patient' ? sender : to;
    return person === writer.name ? t('case', { name }) : t('caseOf', { name, person });
  };
  const who = ({ direction, sender, to, patient }: Message) =>
    direction === 'sent'
      ? t('toName', { name: to.name })
      : t('from', { name: authorName(sender, { patient: fullName(patient) }) });
  const empty = (
    <EmptyList
      of="messages"
      icon={<MessagesIcon />}
      field={field}
      notFound={t(filters.search ? 'emptySearch' : 'emptyFilter')}
      nothingYet={t('emptyAll')}
      action={emptyAction}
      {...{ filters, reset, narrowed, filtered }}
    />
  );
  const list = (
    <Stack gap={4}>
      {!nothingYet && (
        <ToolBar onFocus={enter}>
          <ListSearch ref={field} label={t('search')} filters={filters} set={set} />
          <SelectField
            layout="inline"
            compact
            label={t('box')}
            placeholder={t('boxes.all')}
            value={filters.box ?? ''}
            onChange={(event) => set('box', event.target.value)}
            options={messageBoxes.map((value) => ({ value, label: t(`boxes.${value}`) }))}
          />
          <ListSort
            label={t('sort')}
            orders={messageSorts}
            word={(order) => t(`sorts.${order}`)}
            filters={filters}
            set={set}
          />
          <span role="status">{!messages.isLoading && !messages.problem && t('count', { count: messages.total })}</span>
        </ToolBar>
      )}
      <ListContent list={messages} empty={empty} label={t('loading')} failed={t('failed')}>
        {(message) => (
          <ListLinkRow
            key={message.id}
            to={hrefOf(message)}
            // The search is in the state of the history entry.
            carries={beside ? state : undefined}
            title={message.subject}
            words={excerptOf(message.message, most)}
            quiet={!message.unread}
            current={message.case_id === openCase}
            over={
              <>
                <span>{who(message)}</span>
                {message.unread && <Badge tone="you">{t('unread')}</Badge>}
                <time dateTime={message.sent_at}>{format.momentShort(message.sent_at)}</time>
              </>
            }
            detail={[
              whose(message),
              ...(message.direction === 'sent' ? [t(message.read_at ? 'wasRead' : 'notRead')] : []),
            ].join(' · ')}
          />
        )}
      </ListContent>
    </Stack>
  );
  if (!beside) return list;
  return (
    <ListBeside>
      {list}
      {(!nothingYet || openCase) && beside}
    </ListBeside>
  );
}
