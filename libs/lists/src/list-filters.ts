import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useOptimistic, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type * as z from 'zod/mini';
import { useGetSettingsQuery, useSaveSettingsMutation } from '@konsil/api/account';

type Shape = Record<string, z.ZodMiniType>;
// Contains names of people: stored in the history state, not in the URL.
const searchName = 'search';
type Told = Partial<Record<typeof searchName, string>> | null;
const telling = (words: string): Told => (words ? { [searchName]: words } : null);

/**
 * The filters that a list contract accepts, parsed: an outdated or mistyped URL does not break a list. The server
 * validates the search.
 */
export const knownFilters = <S extends Shape>(
  { shape }: z.ZodMiniObject<S>,
  filters: Partial<Record<string, string>>,
): Omit<z.input<z.ZodMiniObject<S>>, 'cursor'> =>
  Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => name === searchName || shape[name]?.safeParse(value).success),
  ) as Omit<z.input<z.ZodMiniObject<S>>, 'cursor'>;

export interface ListFilters<Name extends string> {
  /** The active filters by name. */
  filters: Partial<Record<Name, string>>;
  /** Sets one filter; an empty value removes it. */
  set: (name: Name, value: string) => void;
  reset: () => void;
  /** True if search or filters are active. */
  narrowed: boolean;
  /** True if a filter besides the search is active. */
  filtered: boolean;
  /** Saves the filters for this list, on all devices. */
  keep: () => Promise<void>;
}

/**
 * The search, filters and sort order of a list. Filters and sort order are in the URL, so that a link keeps them; the
 * search term is not. Going back and reloading keep all of them. A list that is opened without filters starts with
 * those that its reader saved.
 * @param list the name under which they are saved, e.g. `inbox`
 * @param names the query parameters of this list; others in the URL are left alone
 * @param order names that only order the list, such as `sort`
 */
export function useListFilters<Name extends string>(
  list: string,
  names: readonly Name[],
  order: readonly Name[] = [],
): ListFilters<Name> {
  const [params, setParams] = useSearchParams();
  const search = (useLocation().state as Told)?.[searchName] ?? '';
  const { data: settings } = useGetSettingsQuery();
  const [saveSettings] = useSaveSettingsMutation();
  const started = useRef(search !== '' || names.some((name) => params.has(name)));
  const kept = settings?.filters[list];

  useEffect(() => {
    if (started.current || kept === undefined) return;
    started.current = true;
    setParams((now) => new URLSearchParams([...now, ...new URLSearchParams(kept)]), {
      replace: true,
      state: telling(search),
    });
  }, [kept, setParams, search]);

  // The router renders in a transition: until then, fields would show what was before, and lose letters.
  const [now, show] = useOptimistic({ query: params.toString(), search });
  // Two changes may come before the next render.
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });

  const filters = useMemo(() => {
    const query = new URLSearchParams(now.query);
    const valueOf = (name: Name) => (name === searchName ? now.search : query.get(name));
    return Object.fromEntries(names.flatMap((name) => (valueOf(name) ? [[name, valueOf(name)]] : []))) as Partial<
      Record<Name, string>
    >;
  }, [names, now.query, now.search]);

  const change = useCallback(
    (entries: [Name, string][]) => {
      started.current = true;
      const { query, search: before } = latest.current;
      const words = entries.find(([name]) => name === searchName)?.[1] ?? before;
      const next = new URLSearchParams(query);
      for (const [name, value] of entries) {
        if (value && name !== searchName) next.set(name, value);
        else next.delete(name);
      }
      latest.current = { query: next.toString(), search: words };
      startTransition(() => {
        show(latest.current);
        setParams(next, { replace: true, state: telling(words) });
      });
    },
    [setParams, show],
  );
  const narrowing = names.filter((name) => !order.includes(name));

  return {
    filters,
    set: (name, value) => change([[name, value]]),
    reset: () => change(narrowing.map((name) => [name, ''])),
    narrowed: narrowing.some((name) => filters[name]),
    filtered: narrowing.some((name) => name !== searchName && filters[name]),
    keep: async () => {
      const kept = new URLSearchParams(filters as Record<string, string>);
      kept.delete(searchName);
      await saveSettings({ filters: { [list]: kept.toString() || null } }).unwrap();
    },
  };
}
