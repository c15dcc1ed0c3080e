import { useGetSettingsQuery } from '@konsil/api/account';
import type { Settings } from '@konsil/contracts/accounts';
import { switchOf, textChannels } from '@konsil/contracts/channels';
import { useFormat, useTexts } from '@konsil/i18n';
import { TextLink } from '@konsil/ui';
import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { casePageTexts } from './texts.ts';

const wayOf = (settings: Settings) =>
  settings.notify_email === 'none'
    ? (textChannels.find((channel) => settings[switchOf(channel)]) ?? 'none')
    : settings.notify_email;

/**
 * Says how the user is notified of the answer due on `day`, by their settings; null if none is due or the settings are
 * loading.
 */
export const useAnswerNotification = (day: string | null): ReactNode => {
  const { t } = useTexts(casePageTexts);
  const format = useFormat();
  const { data: settings } = useGetSettingsQuery();
  if (!day || !settings) return null;
  const way = wayOf(settings);
  if (way !== 'none') return <>{t(`page.told.${way}`)}</>;
  return (
    <>
      {t('page.told.none', { day: format.dayLong(day) })}{' '}
      <TextLink to={paths.settings}>{t('page.told.settings')}</TextLink>
    </>
  );
};
