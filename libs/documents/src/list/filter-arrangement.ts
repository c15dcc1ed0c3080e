import { useGetSettingsQuery, useSaveSettingsMutation } from '@konsil/api/account';

/** The filters of a document list, in the order in which they stand when nobody has arranged them. */
export const filterBlocks = ['kind', 'date', 'source', 'uploaded_by', 'only_new', 'sort'] as const;
export type FilterBlock = (typeof filterBlocks)[number];

/** What a filter is called; that of what is new by what is new to its reader. */
export const filterWord = (block: FilterBlock, newWord: 'new' | 'notSent') =>
  block === 'only_new' ? (`filter.only_${newWord}` as const) : (`filter.${block}` as const);

export interface FilterArrangement {
  /** Those that always stand above the list, in the reader's order. */
  always: FilterBlock[];
  /** Keeps another arrangement, on every device. */
  arrange: (always: FilterBlock[]) => Promise<void>;
}

/** Which filters a person wants to see above their lists of documents or of scans, and in which order. */
export function useFilterArrangement(group: 'document' | 'image'): FilterArrangement {
  const { data: settings } = useGetSettingsQuery();
  const [saveSettings] = useSaveSettingsMutation();
  const name = `documents-${group}-arrangement`;
  const kept = settings?.filters[name]?.split(',') ?? [];
  return {
    always: kept.filter((word): word is FilterBlock => (filterBlocks as readonly string[]).includes(word)),
    arrange: async (always) => {
      await saveSettings({ filters: { [name]: always.join(',') || null } }).unwrap();
    },
  };
}
