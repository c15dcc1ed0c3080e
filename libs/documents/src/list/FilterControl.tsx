import { documentTypes, imagingTypes, roles, sourceKinds } from '@konsil/contracts/codes';
import { useCommon, useTexts } from '@konsil/i18n';
import { CheckboxField, SelectField } from '@konsil/ui';
import { ControlAligned, Period } from './list-parts';
import { documentTexts } from '../texts';
import { DayFilter } from './DayFilter';
import { filterWord, type FilterBlock } from './filter-arrangement';
import type { DocumentFiltersProps, FilterName } from './DocumentFilters';

type FilterControlProps = Pick<DocumentFiltersProps, 'group' | 'newWord' | 'filters' | 'set'> & { block: FilterBlock };

/** One filter of a document list. */
export function FilterControl({ block, group, newWord, filters, set }: FilterControlProps) {
  const { t } = useTexts(documentTexts);
  const { t: common } = useCommon();

  const select = (name: FilterName, options: { value: string; label: string }[]) => (
    <SelectField
      compact
      label={t(`filter.${block}`)}
      placeholder={t(block === 'sort' ? 'filter.sorts.uploaded_at' : 'filter.all')}
      value={filters[name] ?? ''}
      onChange={(event) => set(name, event.target.value)}
      options={options}
    />
  );
  const day = (name: 'from' | 'to') => (
    <DayFilter label={t(`filter.${name}`)} value={filters[name] ?? ''} onChange={(value) => set(name, value)} />
  );
  switch (block) {
    case 'kind':
      return select(
        'kind',
        (group === 'image' ? imagingTypes : documentTypes).map((value) => ({
          value,
          label: common(`codes.medicalKind.${value}`),
        })),
      );
    case 'date':
      return (
        <Period>
          {day('from')}
          {day('to')}
        </Period>
      );
    case 'source':
      return select(
        'source',
        sourceKinds.map((value) => ({ value, label: common(`codes.sourceKind.${value}`) })),
      );
    case 'uploaded_by':
      return select(
        'uploaded_by',
        roles.map((value) => ({ value, label: t(`filter.${value}`) })),
      );
    case 'only_new':
      return (
        <ControlAligned>
          <CheckboxField
            label={t(filterWord(block, newWord))}
            checked={filters.only_new === 'true'}
            onChange={(event) => set('only_new', event.target.checked ? 'true' : '')}
          />
        </ControlAligned>
      );
    case 'sort':
      return select(
        'sort',
        (['issue_date', 'kind', 'name'] as const).map((value) => ({ value, label: t(`filter.sorts.${value}`) })),
      );
  }
}
