import { listOf } from '@konsil/api/lists';
import { useListCaseMessagesInfiniteQuery } from '@konsil/api/messages';
import { useSettled } from '@konsil/api/use-settled';
import { ListContent } from '@konsil/common';
import { messageSorts } from '@konsil/contracts/messages';
import { nothingFound, useCommon, useTexts } from '@konsil/i18n';
import { EmptyState, MessagesIcon, NothingFound, SearchField, SelectField, Stack, ToolBar } from '@konsil/ui';
import { useRef, useState } from 'react';
import type { Attachable } from './attachable';
import { MessageItem } from './MessageItem';
import { Thread } from './message-parts';
import { messageTexts } from './texts';

// Shorter conversations need no search.
const long = 10;
// No filter for unread messages: reading would remove them from it.
const sides = ['received', 'sent'] as const;
const chosen = <Value extends string>(values: readonly Value[], value: string) => values.find((one) => one === value);

/**
 * The messages of one case, newest first; a long conversation has search, a filter by side and an oldest-first order.
 * `documents`: attachable documents of the case. `formPath`: the message form.
 */
export function CaseThread({
  caseId,
  documents,
  formPath,
}: {
  caseId: string;
  documents: readonly Attachable[];
  formPath: string;
}) {
  const { t } = useTexts(messageTexts);
  const { t: common } = useCommon();
  const [typed, setTyped] = useState('');
  const [side, setSide] = useState<(typeof sides)[number]>();
  const [sort, setSort] = useState<(typeof messageSorts)[number]>();
  const search = useSettled(typed.trim());
  const field = useRef<HTMLInputElement>(null);
  const messages = listOf(
    useListCaseMessagesInfiniteQuery({
      caseId,
      ...(search && { search }),
      ...(side && { box: side }),
      ...(sort && { sort }),
    }),
  );

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
          <SelectField
            compact
            label={t('sort')}
            labelHidden
            value={sort ?? 'newest'}
            onChange={(event) => setSort(chosen(messageSorts, event.target.value))}
            options={messageSorts.map((value) => ({ value, label: t(`sorts.${value}`) }))}
          />
          <span role="status">{!messages.isLoading && !messages.problem && t('count', { count: messages.total })}</span>
        </ToolBar>
      )}
      <ListContent as={Thread} list={messages} label={t('loading')} failed={t('failed')} empty={empty}>
        {(message) => <MessageItem key={message.id} message={message} documents={documents} formPath={formPath} />}
      </ListContent>
    </Stack>
  );
}
