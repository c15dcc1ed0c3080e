import { useListDocumentsInfiniteQuery } from '@konsil/api/documents';
import { knownFilters, useListFilters } from '@konsil/lists/list-filters';
import { listOf } from '@konsil/lists/lists';
import { useHiddenFilters } from '@konsil/lists/nothing-yet';
import { useDebounced } from '@konsil/lists/use-settled';
import { ArchiveSwitch, EmptyList, ListStates, MoreRows } from '@konsil/common';
import { documentsQuerySchema, type Document } from '@konsil/contracts/documents';
import { byExamination, type Files } from '@konsil/contracts/examinations';
import { useTexts } from '@konsil/i18n';
import { ArchiveIcon, Button, DocumentIcon, ImagingIcon, LongList, Row, Stack, useToast } from '@konsil/ui';
import { useDeferredValue, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { documentTexts } from '../texts';
import { DocumentFilters, filterNames, orderNames } from './DocumentFilters';
import { DocumentRow } from './DocumentRow';
import type { DocumentTableProps } from './DocumentTable';
import { DocumentTile } from './DocumentTile';
import { Rows, Tiles } from './list-parts';

// A multiple of one to six tiles per row.
const tilesAtOnce = 60;
const none: Files[] = [];

export interface DocumentListProps {
  caseId: string;
  group: 'document' | 'image';
  /** The page of a document. */
  hrefOf: (document: Document) => string;
  /** The word for new documents. */
  newWord: 'new' | 'notSent';
  /** The other side, whose lists lose a document when it is archived after sending. */
  otherSide: string;
  /** The reader's next action when the list is empty, e.g. upload. */
  emptyAction?: ReactNode;
  /** Renders rows as a table where there is room; only portals that use it load it. */
  table?: ComponentType<DocumentTableProps> | undefined;
}

/** Documents or examinations of a case: search, filters, sort order, archive; as rows, a table or tiles. */
export function DocumentList({
  caseId,
  group,
  hrefOf,
  newWord,
  otherSide,
  emptyAction,
  table: Table,
}: DocumentListProps) {
  const { t } = useTexts(documentTexts);
  const toast = useToast();
  const {
    filters,
    set,
    reset: resetFilters,
    narrowed,
    filtered,
    keep,
  } = useListFilters(`documents-${group}`, filterNames, orderNames);
  const [resets, setResets] = useState(0);
  const reset = () => {
    resetFilters();
    setResets((before) => before + 1);
  };
  const { view = group === 'image' ? 'grid' : 'list', ...query } = useDebounced(filters);
  const archived = filters.archived === 'true';
  const field = useRef<HTMLInputElement>(null);
  const asked = { caseId, group, ...knownFilters(documentsQuerySchema, query) };
  const result = useListDocumentsInfiniteQuery(asked);
  const { data } = result;

  const keepFilters = () =>
    keep().then(
      () => toast({ text: t('filter.saved') }),
      () => toast({ tone: 'danger', text: t('filter.notSaved') }),
    );
  const total = data?.pages[0]?.total;
  const { nothingYet, enter } = useHiddenFilters({
    query,
    total: result.currentData?.pages[0]?.total,
    narrowed: narrowed || archived,
  });
  const inArchive = useListDocumentsInfiniteQuery({ caseId, group, archived: 'true' }, { skip: !nothingYet }).data
    ?.pages[0]?.total;
  const documents = useMemo(() => data && byExamination(data.pages.flatMap((page) => page.items)), [data]);
  // Long lists update with low priority, so that typing and scrolling stay responsive.
  const shown = useDeferredValue(documents) ?? none;
  const asList = listOf(result);
  const list = {
    ...asList,
    items: shown,
    isLoading: asList.isLoading || (shown === none && documents !== undefined && documents.length > 0),
  };
  const rows = useRef<HTMLDivElement>(null);
  const grid = view === 'grid';
  const Item = grid ? DocumentTile : DocumentRow;
  const Items = grid ? Tiles : Rows;

  const empty = (
    <EmptyList
      of="documents"
      icon={group === 'image' ? <ImagingIcon /> : <DocumentIcon />}
      field={field}
      notFound={t(filters.search ? 'list.emptySearch' : 'list.emptyFilter')}
      nothingYet={t(archived ? 'list.emptyArchive' : group === 'image' ? 'list.emptyImages' : 'list.emptyDocuments')}
      action={archived ? undefined : emptyAction}
      {...{ filters, reset, narrowed, filtered }}
    />
  );
  return (
    <Stack gap={4}>
      {!nothingYet && (
        <Stack gap={4} onFocus={enter}>
          <DocumentFilters
            search={field}
            group={group}
            {...{ newWord, filters, set, reset, resets, narrowed }}
            keep={() => void keepFilters()}
          />
        </Stack>
      )}
      {(!nothingYet || !!inArchive) && (
        <Row gap={1}>
          <span role="status">
            {total !== undefined &&
              !nothingYet &&
              t(group === 'image' ? 'list.countImages' : 'list.count', { count: total })}
          </span>
          {total !== 0 && (
            <Button variant="quiet" size="small" onClick={() => set('view', grid ? 'list' : 'grid')}>
              {t(grid ? 'list.asList' : 'list.asGrid')}
            </Button>
          )}
          <ArchiveSwitch
            icon={<ArchiveIcon />}
            label={t(archived ? 'list.hideArchive' : 'list.showArchive')}
            filters={filters}
            set={set}
          />
        </Row>
      )}
      <ListStates list={list} empty={empty} label={t('list.loading')} failed={t('list.failed')}>
        {() => (
          <>
            {Table && !grid ? (
              <div ref={rows}>
                <Table
                  label={t(`list.${group}s`)}
                  entries={list.items}
                  hrefOf={hrefOf}
                  newWord={t(`list.${newWord}`)}
                  otherSide={otherSide}
                  sort={filters.sort || 'uploaded_at'}
                  onSort={(key) => set('sort', key)}
                />
              </div>
            ) : (
              <Items ref={rows}>
                <LongList
                  items={list.items}
                  keyOf={([{ id }]) => id}
                  {...(grid ? { atOnce: tilesAtOnce, guessedHeight: 4 } : { guessedHeight: 4.5 })}
                >
                  {(files) => (
                    <Item files={files} href={hrefOf(files[0])} newWord={t(`list.${newWord}`)} otherSide={otherSide} />
                  )}
                </LongList>
              </Items>
            )}
            <MoreRows
              list={list}
              rowsOf={() => rows.current?.querySelectorAll('[role="listitem"], [data-row]') ?? []}
            />
          </>
        )}
      </ListStates>
    </Stack>
  );
}
