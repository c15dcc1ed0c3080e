import { useListDocumentsInfiniteQuery } from '@konsil/api/documents';
import { knownFilters, useListFilters } from '@konsil/api/list-filters';
import { useNothingYet } from '@konsil/api/nothing-yet';
import { useSettled } from '@konsil/api/use-settled';
import { documentsQuerySchema, type Document } from '@konsil/contracts/documents';
import { nothingFound, useCommon, useTexts } from '@konsil/i18n';
import { Alert, ArchiveIcon, Button, DocumentIcon, EmptyState, ImagingIcon, ListSkeleton, LongList, NothingFound, Row, Stack, useToast } from '@konsil/ui';
import { useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import { useStudyParts } from '../study-parts';
import { documentTexts } from '../texts';
import { DocumentFilters, filterNames, orderNames } from './DocumentFilters';
import { DocumentRow } from './DocumentRow';
import { DocumentTile } from './DocumentTile';
import { Rows, Tiles } from './list-parts';

// One to six of them beside each other fill their rows.
const tilesAtOnce = 60;
const none: Document[] = [];

export interface DocumentListProps {
  caseId: string;
  group: 'document' | 'image';
  /** Where the detail view of a document is. */
  hrefOf: (document: Document) => string;
  /** The word for a document that is new to the reader. */
  newWord: 'new' | 'notSent';
  /** What the reader can do when there is nothing yet, e.g. upload. */
  emptyAction?: ReactNode;
}

/** The documents or scans of a case: search, filters, order, archive; as rows or as tiles. */
export function DocumentList({ caseId, group, hrefOf, newWord, emptyAction }: DocumentListProps) {
  const { t } = useTexts(documentTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const { filters, set, reset: resetFilters, narrowed, filtered, keep } = useListFilters(`documents-${group}`, filterNames, orderNames);
  const [resets, setResets] = useState(0);
  const reset = () => {
    resetFilters();
    setResets((before) => before + 1);
  };
  const { view = group === 'image' ? 'grid' : 'list', ...query } = useSettled(filters);
  const archived = filters.archived === 'true';
  const field = useRef<HTMLInputElement>(null);
  const asked = { caseId, group, ...knownFilters(documentsQuerySchema, query) };
  const { data, currentData, isLoading, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useListDocumentsInfiniteQuery(asked);

  const keepFilters = () => keep().then(() => toast({ text: t('filter.saved') }), () => toast({ tone: 'danger', text: t('filter.notSaved') }));
  const total = data?.pages[0]?.total;
  const { nothingYet, enter } = useNothingYet({ query, total: currentData?.pages[0]?.total, narrowed: narrowed || archived });
  const inArchive = useListDocumentsInfiniteQuery({ caseId, group, archived: 'true' }, { skip: !nothingYet }).data?.pages[0]?.total;
  const documents = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  // Thousands of entries change in small steps, so that typing and scrolling go on meanwhile.
  const shown = useDeferredValue(documents);
  const partOf = useStudyParts(shown ?? none);
  const icon = group === 'image' ? <ImagingIcon /> : <DocumentIcon />;
  const grid = view === 'grid';
  const Item = grid ? DocumentTile : DocumentRow;
  const Items = grid ? Tiles : Rows;

  const content = () => {
    if (isLoading || (documents && !shown)) return <ListSkeleton label={t('list.loading')} />;
    if (isError) return <Alert tone="danger" action={<Button variant="secondary" onClick={() => void refetch()}>{t('viewer.retry')}</Button>}>{t('list.failed')}</Alert>;
    if (!shown || shown.length === 0) {
      if (narrowed) {
        const { also, ...words } = nothingFound(common, 'documents', filters.search, filtered);
        return <NothingFound icon={icon} {...words} search={field} onClear={reset}>{t(filters.search ? 'list.emptySearch' : 'list.emptyFilter')} {also}</NothingFound>;
      }
      return <EmptyState icon={icon} action={archived ? undefined : emptyAction}>{common('empty.documents')}. {t(archived ? 'list.emptyArchive' : group === 'image' ? 'list.emptyImages' : 'list.emptyDocuments')}</EmptyState>;
    }
    return (
      <Items>
        <LongList items={shown} keyOf={({ id }) => id} {...(grid ? { atOnce: tilesAtOnce, guessedHeight: 4 } : { guessedHeight: 4.5 })}>
          {(document) => <Item document={document} href={hrefOf(document)} newWord={t(`list.${newWord}`)} part={partOf(document)} />}
        </LongList>
      </Items>
    );
  };
  return (
    <Stack gap={4}>
      {!nothingYet && (
        <Stack gap={4} onFocus={enter}>
          <DocumentFilters search={field} group={group} {...{ filters, set, reset, resets, narrowed }} keep={() => void keepFilters()} />
        </Stack>
      )}
      {(!nothingYet || !!inArchive) && (
        <Row gap={1}>
          <span role="status">{total !== undefined && !nothingYet && t('list.count', { count: total })}</span>
          {total !== 0 && <Button variant="quiet" size="small" onClick={() => set('view', grid ? 'list' : 'grid')}>{t(grid ? 'list.asList' : 'list.asGrid')}</Button>}
          <Button variant="quiet" size="small" icon={<ArchiveIcon />} onClick={() => set('archived', archived ? '' : 'true')}>
            {t(archived ? 'list.hideArchive' : 'list.showArchive')}
          </Button>
        </Row>
      )}
      {content()}
      {hasNextPage && <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>{t('list.loadMore')}</Button>}
    </Stack>
  );
}
