import { listOf } from '@konsil/lists/lists';
import { useListCaseMessagesInfiniteQuery } from '@konsil/api/messages';
import { useDebounced } from '@konsil/lists/use-settled';
import { ListContent, ListStates, MoreRows, type PagedList } from '@konsil/common';
import { messageSorts } from '@konsil/contracts/messages';
import type { Message } from '@konsil/contracts/messages';
import { dayOf, nothingFound, useCommon, useTexts } from '@konsil/i18n';
import { EmptyState, MessagesIcon, NothingFound, SearchField, SelectField, Stack, ToolBar } from '@konsil/ui';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Attachable } from './attachable';
import { MessageItem } from './MessageItem';
import { ReadableWidth, Thread } from './message-parts';
import { messageTexts } from './texts';

// Shorter conversations need no search.
const long = 10;
// No filter for unread messages: reading would remove them from it.
const sides = ['received', 'sent'] as const;
const chosen = <Value extends string>(values: readonly Value[], value: string) => values.find((one) => one === value);

export interface CaseThreadProps {
  caseId: string;
  /** Attachable documents of the case. */
  documents: readonly Attachable[];
  /** The page with the message form. */
  formPath: string;
  /** Oldest first with a divider for each day, the way people write to each other. */
  conversation?: boolean;
  /** Called once the first messages, or an error, are shown: content below no longer shifts. */
  onLoaded?: () => void;
}

/** The messages of one case, newest first; a long conversation has search, a filter by side and an oldest-first order. */
export function CaseThread({ caseId, documents, formPath, conversation = false, onLoaded }: CaseThreadProps) {
  const { t } = useTexts(messageTexts);
  const { t: common } = useCommon();
  // A search over all cases leads here with the word that it found.
  const [typed, setTyped] = useState((useLocation().state as { find?: string } | null)?.find ?? '');
  const [side, setSide] = useState<(typeof sides)[number]>();
  const [sort, setSort] = useState<(typeof messageSorts)[number]>();
  const search = useDebounced(typed.trim());
  const field = useRef<HTMLInputElement>(null);
  const messages = listOf(
    useListCaseMessagesInfiniteQuery({
      caseId,
      ...(search && { search }),
      ...(side && { box: side }),
      ...(sort && { sort }),
    }),
  );

  const { isLoading } = messages;
  useEffect(() => {
    if (!isLoading) onLoaded?.();
  }, [isLoading, onLoaded]);

  const clear = () => {
    setTyped('');
    setSide(undefined);
  };
  const { also, ...words } = nothingFound(common, 'messages', typed, side !== undefined);
  const empty =
    typed || side ? (
      <NothingFound icon={<MessagesIcon />} {...words} search={field} onClear={clear}>
        {t(typed ? 'emptySearch' : 'emptyFilter')} {also}
      </NothingFound>
    ) : (
      <EmptyState icon={<MessagesIcon />}>
        {common('empty.messages')}. {t('emptyThread')}
      </EmptyState>
    );
  return (
    <Stack gap={4}>
      {(typed || search || side || messages.total > long) && (
        <ToolBar>
          <SearchField
            oneOfSeveral
            compact
            ref={field}
            label={t('searchThread')}
            placeholder={t('searchThread')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <SelectField
            layout="inline"
            compact
            label={t('box')}
            placeholder={t('boxes.all')}
            value={side ?? ''}
            onChange={(event) => setSide(chosen(sides, event.target.value))}
            options={sides.map((value) => ({ value, label: t(`boxes.${value}`) }))}
          />
          {!conversation && (
            <SelectField
              compact
              label={t('sort')}
              labelHidden
              value={sort ?? 'newest'}
              onChange={(event) => setSort(chosen(messageSorts, event.target.value))}
              options={messageSorts.map((value) => ({ value, label: t(`sorts.${value}`) }))}
            />
          )}
          <span role="status">{!messages.isLoading && !messages.problem && t('count', { count: messages.total })}</span>
        </ToolBar>
      )}
      {conversation ? (
        <ListStates list={messages} label={t('loading')} failed={t('failed')} empty={empty}>
          {() => <Conversation list={messages} documents={documents} formPath={formPath} />}
        </ListStates>
      ) : (
        <ListContent as={Thread} list={messages} label={t('loading')} failed={t('failed')} empty={empty}>
          {(message) => <MessageItem key={message.id} message={message} documents={documents} formPath={formPath} />}
        </ListContent>
      )}
    </Stack>
  );
}

/**
 * The loaded messages oldest first. It opens at the first unread message, or at its end; older ones are loaded above.
 */
function Conversation({
  list,
  documents,
  formPath,
}: Pick<CaseThreadProps, 'documents' | 'formPath'> & { list: PagedList<Message> }) {
  const box = useRef<HTMLDivElement>(null);
  const items = [...list.items].reverse();
  useEffect(() => {
    const rows = [...(box.current?.firstElementChild?.children ?? [])];
    const place = rows.find((row) => row.querySelector('[data-unread]')) ?? rows.at(-1);
    if (place && place.getBoundingClientRect().bottom > window.innerHeight) place.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <>
      <MoreRows list={list} rowsOf={() => [...(box.current?.firstElementChild?.children ?? [])].reverse()} />
      <ReadableWidth ref={box}>
        <Thread>
          {items.map((message, at) => {
            const day = dayOf(message.sent_at);
            const before = items[at - 1];
            return (
              <MessageItem
                key={message.id}
                message={message}
                documents={documents}
                formPath={formPath}
                conversation
                day={before && dayOf(before.sent_at) === day ? undefined : day}
              />
            );
          })}
        </Thread>
      </ReadableWidth>
    </>
  );
}
