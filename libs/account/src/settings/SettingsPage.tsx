import { useGetSettingsQuery } from '@konsil/api/account';
import { LoadFailed, Waiting } from '@konsil/common';
import { useCommon, useTexts } from '@konsil/i18n';
import { Page, PageTitle, WithContents } from '@konsil/ui';
import type { ContentsItem } from '@konsil/ui';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { accountTexts } from '../account/texts.ts';
import { usePortal } from '@konsil/portal-frame';
import { AppearanceSection } from './AppearanceSection.tsx';
import { AreaLinks } from './AreaLinks.tsx';
import { SettingsForm } from './SettingsForm.tsx';

/** Language, notifications, keyboard, appearance; `more` are sections of one portal. */
export function SettingsPage({ more = [] }: { more?: readonly (ContentsItem & { content: ReactNode })[] }) {
  const { t } = useTexts(accountTexts);
  const { t: c } = useCommon();
  const { data: settings, error, refetch } = useGetSettingsQuery();
  const { role } = usePortal();
  const parts = [
    { id: 'language', label: t('settings.language') },
    { id: 'notifications', label: t('settings.notify') },
    ...(role === 'doctor' ? [{ id: 'keyboard', label: t('settings.keyboard') }] : []),
    { id: 'appearance', label: t('settings.look.title') },
    ...more,
  ];
  return (
    <Page width={more.length > 0 ? 'wide' : 'column'}>
      <PageTitle>{t('settings.title')}</PageTitle>
      <AreaLinks />
      {!settings && !error && <Waiting label={t('settings.loading')} />}
      {!settings && error && <LoadFailed problem={error} onRetry={refetch} />}
      {settings && (
        <WithContents label={c('words.contents')} items={parts}>
          <SettingsForm settings={settings} />
          <AppearanceSection />
          {more.map(({ id, content }) => (
            <Fragment key={id}>{content}</Fragment>
          ))}
        </WithContents>
      )}
    </Page>
  );
}
