import type { Locale } from '@konsil/contracts/codes';
import { useCommon, useTexts } from '@konsil/i18n';
import { Link } from '@konsil/ui';
import { offlineTexts } from '../offline/texts.ts';

/** The element of a page that is shown when its script does not come (tools/vite/not-loaded.mts). */
export const notLoadedId = 'not-loaded';

/** Shows it, as the page itself does when a script does not come. */
export const sayNotLoaded = (): void => {
  document.documentElement.dataset['notLoaded'] = '';
};

/** Said by the page itself, without a script: something of it did not come, and how to try again. */
export function NotLoaded({ locale }: { locale: Locale }) {
  const { t } = useTexts(offlineTexts);
  const { t: c } = useCommon();
  return (
    <p lang={locale}>
      {t('notLoaded')} <Link to="">{c('words.reload')}</Link>
    </p>
  );
}
