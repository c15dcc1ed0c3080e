import type { ReactNode } from 'react';
import type { List as Loaded } from '@konsil/api/lists';
import type { Page } from '@konsil/contracts/common';
import { problemText, useCommon } from '@konsil/i18n';
import { Alert, Button, List, ListSkeleton, Row } from '@konsil/ui';

export interface ListContentProps<T> {
  list: Loaded<Page<T>>;
  /** What stands there when nothing matches. */
  empty: ReactNode;
  children: (item: T) => ReactNode;
}

/** The rows of a list in all its states: on its way, failed, empty, there, more to come. */
export function ListContent<T>({ list, empty, children }: ListContentProps<T>) {
  const { t } = useCommon();
  if (list.isLoading) return <ListSkeleton label={t('words.loading')} slow={{ text: t('words.slow'), retryLabel: t('words.retry'), onRetry: list.retry }} />;
  if (list.problem) return (
    <Alert tone="danger" title={t('words.loadFailed')} action={<Button variant="secondary" onClick={list.retry}>{t('words.retry')}</Button>}>{problemText(t, list.problem.code)}</Alert>
  );
  if (list.items.length === 0) return <>{empty}</>;
  return (
    <>
      <List>{list.items.map(children)}</List>
      {list.hasMore && <Row><Button variant="secondary" busy={list.isLoadingMore} onClick={list.loadMore}>{t('words.more')}</Button></Row>}
    </>
  );
}
