import { listOf } from '@konsil/api/lists';
import { useListCaseMessagesInfiniteQuery } from '@konsil/api/messages';
import { useSettled } from '@konsil/api/use-settled';
import { ListContent } from '@konsil/common';
import { nothingFound, useCommon, useTexts } from '@konsil/i18n';
import { EmptyState, MessagesIcon, NothingFound, SearchField, Stack, ToolBar } from '@konsil/ui';
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

  const { also: _, ...words } = nothingFound(common, 'messages', typed, false);
  const empty = typed
    ? <NothingFound icon={<MessagesIcon />} {...words} search={field} onClear={() => setTyped('')}>{t('emptySearch')}</NothingFound>
    : <EmptyState icon={<MessagesIcon />}>{common('empty.messages')}. {t('emptyThread')}</EmptyState>;
  return (
    <Stack gap={4}>
      {(typed || search || messages.total > long) && (
        <ToolBar>
          <SearchField compact ref={field} label={t('searchThread')} placeholder={t('searchThread')} value={typed} onChange={(event) => setTyped(event.target.value)} />
          <span role="status">{!messages.isLoading && !messages.problem && t('count', { count: messages.total })}</span>
        </ToolBar>
      )}
      <ListContent as={Thread} list={messages} label={t('loading')} failed={t('failed')} empty={empty}>
        {(message) => <MessageItem key={message.id} message={message} documents={documents} />}
      </ListContent>
    </Stack>
  );
}
