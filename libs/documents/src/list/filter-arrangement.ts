import { useGetSettingsQuery, useSaveSettingsMutation } from '@konsil/api/account';

/** The filters of a document list, in default order. */
export const filterBlocks = ['kind', 'date', 'source', 'uploaded_by', 'only_new', 'sort'] as const;
export type FilterBlock = (typeof filterBlocks)[number];

/** The label of a filter; "new" depends on the reader. */
export const filterWord = (block: FilterBlock, newWord: 'new' | 'notSent') =>
  block === 'only_new' ? (`filter.only_${newWord}` as const) : (`filter.${block}` as const);

export interface FilterArrangement {
  /** The filters always shown, in the reader's order. */
  always: FilterBlock[];
  /** Saves another order, for all devices. */
  arrange: (always: FilterBlock[]) => Promise<void>;
}

/** The filters a user wants above document or imaging lists, in order. */
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
