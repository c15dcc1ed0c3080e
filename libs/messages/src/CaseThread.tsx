import { listOf } from '@konsil/api/lists';
import { useListCaseMessagesInfiniteQuery } from '@konsil/api/messages';
import { useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, EmptyState, ListSkeleton, MessagesIcon, Stack } from '@konsil/ui';
import type { Attachable } from './attachable';
import { MessageItem } from './MessageItem';
import { Thread } from './message-parts';
import { messageTexts } from './texts';

/** The messages of one case, newest first; `documents` are those of the case that a message may carry. */
export function CaseThread({ caseId, documents }: { caseId: string; documents: readonly Attachable[] }) {
  const { t } = useTexts(messageTexts);
  const { t: common } = useCommon();
  const messages = listOf(useListCaseMessagesInfiniteQuery({ caseId }));
  if (messages.isLoading) return <ListSkeleton label={t('loading')} />;
  if (messages.problem) return <Alert tone="danger" action={<Button variant="secondary" onClick={messages.retry}>{t('retry')}</Button>}>{t('failed')}</Alert>;
  if (messages.items.length === 0) return <EmptyState icon={<MessagesIcon />}>{common('empty.messages')}. {t('emptyThread')}</EmptyState>;
  return (
    <Stack gap={4}>
      <Thread>{messages.items.map((message) => <MessageItem key={message.id} message={message} documents={documents} />)}</Thread>
      {messages.hasMore && <Button variant="secondary" busy={messages.isLoadingMore} onClick={messages.loadMore}>{t('older')}</Button>}
    </Stack>
  );
}
