/** The search and filters of a list, as `useListFilters` of `@konsil/lists/list-filters` returns them. */
export interface ListNarrowing {
  filters: { search?: string | undefined };
  set: (name: 'search', value: string) => void;
  /** Clears search and filters. */
  reset: () => void;
  /** True if search or filters are active. */
  narrowed: boolean;
  /** True if a filter besides the search is active. */
  filtered: boolean;
}
