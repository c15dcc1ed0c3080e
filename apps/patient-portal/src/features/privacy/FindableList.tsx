import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useCommon, useTexts } from '@konsil/i18n';
import { List, NothingFound, SearchField, SearchIcon, ShowMore, Stack } from '@konsil/ui';
import { privacyTexts } from './texts.ts';

// Lists up to this length need no search and are shown in full.
const glance = 8;
// Rows shown at first of longer lists.
const first = 5;

export interface FindableListProps<Item> {
  items: readonly Item[];
  /** The total, if some may be missing here. */
  total?: number;
  /** Shown while some are missing. */
  missing?: ReactNode;
  /** True if an item matches the search. */
  finds: (item: Item, search: string) => boolean;
  /** The texts of the list, by kind of item. */
  of: 'people' | 'consents';
  /** Rows above the items, independent of the search. */
  above?: ReactNode;
  /** Renders one row. */
  children: (item: Item, search: string) => ReactNode;
}

/**
 * A list with client-side search: a long one starts with a few rows and shows the rest on demand. While items are
 * missing it does not claim that nothing matches.
 */
export function FindableList<Item>({
  items,
  total = items.length,
  missing,
  finds,
  of,
  above,
  children,
}: FindableListProps<Item>) {
  const { t } = useTexts(privacyTexts);
  const { t: common } = useCommon();
  const [typed, setTyped] = useState('');
  const [whole, setWhole] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const long = items.length > glance;
  const search = long ? typed.trim() : '';
  const found = search ? items.filter((item) => finds(item, search)) : items;
  const shown = long && !whole && !search ? found.slice(0, first) : found;
  // Moves the keyboard focus to the first new row.
  const showWhole = () => {
    const place = list.current?.childElementCount ?? 0;
    flushSync(() => setWhole(true));
    const row = list.current?.children[place];
    const next = row?.querySelector<HTMLElement>('a, button') ?? null;
    next?.focus();
  };
  return (
    <Stack gap={3}>
      {long && (
        <SearchField
          compact
          oneOfSeveral
          ref={field}
          label={t(`find.label.${of}`)}
          placeholder={t(`find.label.${of}`)}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {(above || found.length > 0) && (
        <List ref={list}>
          {above}
          {shown.map((item) => children(item, search))}
        </List>
      )}
      {(search || whole || !long) && missing}
      {found.length === 0 && search && !missing && (
        <NothingFound
          icon={<SearchIcon />}
          title={t(`find.none.${of}`, { search })}
          clear={common('nothing.clearSearch')}
          startAt="search"
          search={field}
          onClear={() => setTyped('')}
        >
          {t(`find.noneText.${of}`)}
        </NothingFound>
      )}
      {long && found.length > 0 && (
        <ShowMore
          count={t(`find.shown.${of}`, { shown: shown.length, count: total })}
          label={shown.length < found.length ? t(`find.showAll.${of}`, { count: total }) : undefined}
          onMore={showWhole}
        />
      )}
    </Stack>
  );
}
