import { priorities } from '@konsil/contracts/codes';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, DocumentNewIcon, SelectField, ToolBar } from '@konsil/ui';
import { inboxTexts } from './texts';

export const filterNames = ['view', 'search', 'priority', 'due', 'only_new', 'sort', 'archived'] as const;
export const orderNames = ['view', 'sort', 'archived'] as const;
export type FilterName = (typeof filterNames)[number];

interface InboxFiltersProps {
  filters: Partial<Record<FilterName, string>>;
  set: (name: FilterName, value: string) => void;
  reset: () => void;
  keep: () => void;
  narrowed: boolean;
  /** How many cases, how many late. */
  count: string;
}

export function InboxFilters({ filters, set, reset, keep, narrowed, count }: InboxFiltersProps) {
  const { t } = useTexts(inboxTexts);
  const { t: common } = useCommon();
  const onlyNew = filters.only_new === 'true';
  return (
    <ToolBar>
      <SelectField
        layout="inline" compact label={t('priority')} placeholder={t('all')} value={filters.priority ?? ''} onChange={(event) => set('priority', event.target.value)}
        options={priorities.map((value) => ({ value, label: common(`codes.priority.${value}`) }))}
      />
      <SelectField
        layout="inline" compact label={t('due')} placeholder={t('all')} value={filters.due ?? ''} onChange={(event) => set('due', event.target.value)}
        options={(['overdue', 'today', 'week'] as const).map((value) => ({ value, label: t(`dueOptions.${value}`) }))}
      />
      <Button variant="secondary" size="small" icon={<DocumentNewIcon />} aria-pressed={onlyNew} onClick={() => set('only_new', onlyNew ? '' : 'true')}>{t('onlyNew')}</Button>
      {narrowed && <Button variant="quiet" size="small" onClick={reset}>{t('reset')}</Button>}
      <Button variant="quiet" size="small" onClick={keep}>{t('saveFilter')}</Button>
      <span role="status">{count}</span>
    </ToolBar>
  );
}
