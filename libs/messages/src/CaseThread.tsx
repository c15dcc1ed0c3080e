import { listOf } from '@konsil/api/lists';
import { useListCaseMessagesInfiniteQuery } from '@konsil/api/messages';
import { useSettled } from '@konsil/api/use-settled';
import { nothingFound, useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, EmptyState, ListSkeleton, MessagesIcon, NothingFound, SearchField, Stack, ToolBar } from '@konsil/ui';
import { useRef, useState } from 'react';
import type { Attachable } from './attachable';
import { MessageItem } from './MessageItem';
import { Thread } from './message-parts';
import { messageTexts } from './texts';

// A shorter conversation is read faster than a word is typed.
const long = 10;

/** The messages of one case, newest first; a long conversation can be searched. `documents` are those of the case that a message may carry. */
export function CaseThread({ caseId, documents }: { caseId: string; documents: readonly Attachable[] }) {
  const { t } = useTexts(messageTexts);
  const { t: common } = useCommon();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const field = useRef<HTMLInputElement>(null);
  const messages = listOf(useListCaseMessagesInfiniteQuery({ caseId, ...(search && { search }) }));

  const content = () => {
    if (messages.isLoading) return <ListSkeleton label={t('loading')} />;
    if (messages.problem) return <Alert tone="danger" action={<Button variant="secondary" onClick={messages.retry}>{t('retry')}</Button>}>{t('failed')}</Alert>;
    if (messages.items.length === 0 && typed) {
      const { also: _, ...words } = nothingFound(common, 'messages', typed, false);
      return <NothingFound icon={<MessagesIcon />} {...words} search={field} onClear={() => setTyped('')}>{t('emptySearch')}</NothingFound>;
    }
    if (messages.items.length === 0) return <EmptyState icon={<MessagesIcon />}>{common('empty.messages')}. {t('emptyThread')}</EmptyState>;
    return (
      <>
        <Thread>{messages.items.map((message) => <MessageItem key={message.id} message={message} documents={documents} />)}</Thread>
        {messages.hasMore && <Button variant="secondary" busy={messages.isLoadingMore} onClick={messages.loadMore}>{t('older')}</Button>}
      </>
    );
  };
  return (
    <Stack gap={4}>
      {(typed || search || messages.total > long) && (
        <ToolBar>
          <SearchField compact ref={field} label={t('searchThread')} placeholder={t('searchThread')} value={typed} onChange={(event) => setTyped(event.target.value)} />
          <span role="status">{!messages.isLoading && !messages.problem && t('count', { count: messages.total })}</span>
        </ToolBar>
      )}
      {content()}
    </Stack>
  );
}
