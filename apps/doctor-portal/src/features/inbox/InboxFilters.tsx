import { caseDues, priorities } from '@konsil/contracts/codes';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, DocumentNewIcon, FilterIcon, SelectField, ToolBar, useDesk } from '@konsil/ui';
import { useState } from 'react';
import { isQueue, queueSorts, type View } from './inbox-views';
import { inboxTexts } from './texts';

export const filterNames = ['view', 'search', 'priority', 'due', 'only_new', 'only', 'sort', 'archived'] as const;
export const orderNames = ['view', 'sort', 'archived'] as const;
export type FilterName = (typeof filterNames)[number];

export interface InboxFiltersProps {
  view: View;
  filters: Partial<Record<FilterName, string>>;
  set: (name: FilterName, value: string) => void;
  reset: () => void;
  keep: () => void;
  narrowed: boolean;
  /** Number of cases, and of late ones. */
  count: string;
}

/**
 * Filters of the inbox. On phones collapsed, so that cases come first, and with the sort order that column headers have
 * on desktops.
 */
export function InboxFilters({ view, filters, set, reset, keep, narrowed, count }: InboxFiltersProps) {
  const { t } = useTexts(inboxTexts);
  const { t: common } = useCommon();
  const desk = useDesk();
  const [unfolded, setUnfolded] = useState(false);
  const onlyNew = filters.only_new === 'true';
  return (
    <ToolBar>
      {!desk && (
        <Button
          variant="secondary"
          size="small"
          icon={<FilterIcon />}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {t(isQueue(view) ? 'orderAndFilter' : 'filter')}
        </Button>
      )}
      {(desk || unfolded) && (
        <>
          {!desk && isQueue(view) && (
            <SelectField
              layout="inline"
              compact
              label={t('order')}
              value={filters.sort ?? 'priority'}
              onChange={(event) => set('sort', event.target.value)}
              options={queueSorts.map((value) => ({ value, label: t(`columns.${value}`) }))}
            />
          )}
          <SelectField
            layout="inline"
            compact
            label={t('priority')}
            placeholder={t('all')}
            value={filters.priority ?? ''}
            onChange={(event) => set('priority', event.target.value)}
            options={priorities.map((value) => ({ value, label: common(`codes.priority.${value}`) }))}
          />
          {isQueue(view) && (
            <>
              <SelectField
                layout="inline"
                compact
                label={t('due')}
                placeholder={t('all')}
                value={filters.due ?? ''}
                onChange={(event) => set('due', event.target.value)}
                options={caseDues.map((value) => ({ value, label: t(`dueOptions.${value}`) }))}
              />
              <Button
                variant="secondary"
                size="small"
                icon={<DocumentNewIcon />}
                aria-pressed={onlyNew}
                onClick={() => set('only_new', onlyNew ? '' : 'true')}
              >
                {t('onlyNew')}
              </Button>
            </>
          )}
          <Button variant="quiet" size="small" onClick={keep}>
            {t('saveFilter')}
          </Button>
        </>
      )}
      {narrowed && (
        <Button variant="quiet" size="small" onClick={reset}>
          {t('reset')}
        </Button>
      )}
      <span role="status">{count}</span>
    </ToolBar>
  );
}
