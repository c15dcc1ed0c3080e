import type { Locale } from '@konsil/contracts/codes';
import { useCommon, useTexts } from '@konsil/i18n';
import { Link } from '@konsil/ui';
import { offlineTexts } from './offline/texts.ts';

/** The id of the element shown when the page's script does not load (tools/vite/not-loaded.mts). */
export const notLoadedId = 'not-loaded';

/** Shows it from a script. */
export const showNotLoaded = (): void => {
  document.documentElement.dataset['notLoaded'] = '';
};

/** The prerendered message for a script that does not load, with a reload link. */
export function NotLoaded({ locale }: { locale: Locale }) {
  const { t } = useTexts(offlineTexts);
  const { t: c } = useCommon();
  return (
    <p lang={locale}>
      {t('notLoaded')} <Link to="">{c('words.reload')}</Link>
    </p>
  );
}
