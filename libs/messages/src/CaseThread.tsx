import { listOf } from '@konsil/api/lists';
import { useListCaseMessagesInfiniteQuery } from '@konsil/api/messages';
import { useTexts } from '@konsil/i18n';
import { Alert, Button, EmptyState, ListSkeleton, Stack } from '@konsil/ui';
import { MessageItem } from './MessageItem';
import { Thread } from './message-parts';
import { messageTexts } from './texts';

/** The messages of one case, newest first. */
export function CaseThread({ caseId }: { caseId: string }) {
  const { t } = useTexts(messageTexts);
  const messages = listOf(useListCaseMessagesInfiniteQuery({ caseId }));
  if (messages.isLoading) return <ListSkeleton label={t('loading')} />;
  if (messages.problem) return <Alert tone="danger" action={<Button variant="secondary" onClick={messages.retry}>{t('retry')}</Button>}>{t('failed')}</Alert>;
  if (messages.items.length === 0) return <EmptyState>{t('empty')}</EmptyState>;
  return (
    <Stack gap={4}>
      <Thread>{messages.items.map((message) => <MessageItem key={message.id} message={message} />)}</Thread>
      {messages.hasMore && <Button variant="secondary" busy={messages.isLoadingMore} onClick={messages.loadMore}>{t('older')}</Button>}
    </Stack>
  );
}
