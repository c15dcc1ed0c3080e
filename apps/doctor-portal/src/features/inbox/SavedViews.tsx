import { useTexts } from '@konsil/i18n';
import { Link } from 'react-router-dom';
import { paths } from '../paths';
import { Chips } from './inbox-parts';
import { savedViews } from './inbox-views';
import { inboxTexts } from './texts';

interface SavedViewsProps {
  /** The view, due date and other narrowing of the shown list. */
  shown: { view: string; due?: string | undefined; only?: string | undefined };
  counts: Partial<Record<(typeof savedViews)[number]['count'], number>>;
}

/** Narrower lists, one press away; their addresses can be kept and shared. */
export function SavedViews({ shown, counts }: SavedViewsProps) {
  const { t } = useTexts(inboxTexts);
  const isShown = ({ view, due, only }: { view: string; due?: string; only?: string }) =>
    view === shown.view && due === shown.due && only === shown.only;
  return (
    <Chips aria-label={t('saved.label')} data-print="hide">
      <ul>
        {savedViews.map(({ name, query, count }) => (
          <li key={name}>
            <Link
              to={`${paths.inbox}?${new URLSearchParams(query).toString()}`}
              aria-current={isShown(query) ? 'true' : undefined}
            >
              {t(`saved.${name}`)} {counts[count] !== undefined && <small>{counts[count]}</small>}
            </Link>
          </li>
        ))}
      </ul>
    </Chips>
  );
}
