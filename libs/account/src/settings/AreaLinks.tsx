// @bundle route
import { useLocation } from 'react-router-dom';
import { publicTexts } from '@konsil/portal-frame';
import { useTexts } from '@konsil/i18n';
import { TabLinks } from '@konsil/ui';
import { accountTexts } from '../account/texts.ts';

/** The pages of a patient's account as one area; doctors have them in their navigation. */
export function AreaLinks() {
  const { t } = useTexts(accountTexts);
  const { t: f } = useTexts(publicTexts);
  const { pathname } = useLocation();
  if (!pathname.startsWith('/patient/')) return null;
  const pages = { account: f('frame.account'), settings: f('frame.settings'), privacy: t('area.data') };
  return (
    <TabLinks
      label={t('area.title')}
      items={Object.entries(pages).map(([page, label]) => ({
        to: `/patient/${page}`,
        label,
        current: pathname === `/patient/${page}`,
      }))}
    />
  );
}
