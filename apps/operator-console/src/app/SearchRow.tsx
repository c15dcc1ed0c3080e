import { Row, SearchField, SelectField } from '@konsil/ui';

interface SearchRowProps<T extends string> {
  search: string;
  onSearch: (search: string) => void;
  /** The name of the search field, such as "Kliniken suchen". */
  label: string;
  shown: T;
  onShow: (shown: T) => void;
  /** The name of the filter, such as "Anzeigen". */
  showLabel: string;
  /** The first is the default. */
  options: readonly { value: T; label: string }[];
}

/** The row above a list of the console: search, and which part of the list is shown. */
export function SearchRow<T extends string>({
  search,
  onSearch,
  label,
  shown,
  onShow,
  showLabel,
  options,
}: SearchRowProps<T>) {
  return (
    <Row>
      <SearchField
        compact
        label={label}
        placeholder={label}
        value={search}
        onChange={({ target }) => onSearch(target.value)}
      />
      <SelectField
        compact
        layout="inline"
        name="shown"
        label={showLabel}
        value={shown}
        onChange={({ target }) => {
          const chosen = options.find(({ value }) => value === target.value);
          if (chosen) onShow(chosen.value);
        }}
        options={[...options]}
      />
    </Row>
  );
}
