import { documentTypes, imagingTypes, roles, sourceKinds } from '@konsil/contracts/codes';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, FilterIcon, Row, SearchField, SelectField } from '@konsil/ui';
import { useState } from 'react';
import { documentTexts } from '../texts';

export const filterNames = ['search', 'kind', 'source', 'uploaded_by', 'only_new', 'from', 'to', 'sort', 'archived', 'view'] as const;
export type FilterName = (typeof filterNames)[number];
export const orderNames = ['sort', 'view', 'archived'] as const;

interface DocumentFiltersProps {
  group: 'document' | 'image';
  filters: Partial<Record<FilterName, string>>;
  set: (name: FilterName, value: string) => void;
  reset: () => void;
  keep: () => void;
  narrowed: boolean;
}

/** Search, filters and order of a document list; those used less often unfold. */
export function DocumentFilters({ group, filters, set, reset, keep, narrowed }: DocumentFiltersProps) {
  const { t } = useTexts(documentTexts);
  const { t: common } = useCommon();
  const [more, setMore] = useState(false);
  const kinds = group === 'image' ? imagingTypes : documentTypes;
  const select = (name: FilterName, label: string, options: { value: string; label: string }[]) => (
    <SelectField compact label={label} placeholder={t('filter.all')} value={filters[name] ?? ''} onChange={(event) => set(name, event.target.value)} options={options} />
  );
  return (
    <>
      <Row>
        <SearchField label={t('filter.search')} placeholder={t('filter.search')} value={filters.search ?? ''} onChange={(event) => set('search', event.target.value)} />
        <Button variant="secondary" size="small" icon={<FilterIcon />} aria-expanded={more} onClick={() => setMore(!more)}>
          {t(more ? 'filter.less' : 'filter.more')}
        </Button>
        {narrowed && <Button variant="quiet" size="small" onClick={reset}>{t('list.resetFilter')}</Button>}
      </Row>
      {more && (
        <Row>
          {select('kind', t('filter.kind'), kinds.map((value) => ({ value, label: common(`codes.medicalKind.${value}`) })))}
          {select('source', t('filter.source'), sourceKinds.map((value) => ({ value, label: common(`codes.sourceKind.${value}`) })))}
          {select('uploaded_by', t('filter.sender'), roles.map((value) => ({ value, label: t(`filter.${value}`) })))}
          {select('only_new', t('filter.onlyNew'), [{ value: 'true', label: t('filter.onlyNew') }])}
          {select('sort', t('filter.sort'), (['issue_date', 'uploaded_at', 'kind', 'name'] as const).map((value) => ({ value, label: t(`filter.sorts.${value}`) })))}
          <Button variant="quiet" size="small" onClick={keep}>{t('filter.save')}</Button>
        </Row>
      )}
    </>
  );
}
