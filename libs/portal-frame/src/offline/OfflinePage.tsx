import { styled } from 'styled-components';
import { EmergencyNotice } from '@konsil/common';
import { locales } from '@konsil/contracts/codes';
import type { Locale, Role } from '@konsil/contracts/codes';
import { useCommon, useTexts } from '@konsil/i18n';
import { ButtonLink, PageTitle, PlainShell, RetryIcon, Section, UiProvider } from '@konsil/ui';
import { PublicPage } from '../PublicPage.tsx';
import { publicTexts } from '../texts.ts';
import { offlineTexts } from './texts.ts';

const Facts = styled.ul`
  display: grid;
  gap: var(--space-2);
  padding-inline-start: var(--space-5);
  list-style: disc;
`;

/** Shown when a page cannot be loaded: what is saved, what still works, a retry. */
export function OfflinePage({ portal, locale }: { portal: Role; locale: Locale }) {
  const { t } = useTexts(offlineTexts);
  const { t: p } = useTexts(publicTexts);
  const { t: c } = useCommon();
  const languages = {
    label: p('frame.language'),
    current: locale,
    languages: locales.map((code) => ({ code, name: c(`codes.locale.${code}`), href: `?lang=${code}` })),
  };
  return (
    <UiProvider portal={portal} ground="plain">
      <PlainShell words={{ skip: p('frame.skip'), footer: p('frame.footer') }} home="/" languages={languages}>
        <PublicPage>
          <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
          <div>
            <ButtonLink to="" icon={<RetryIcon />}>
              {c('words.retry')}
            </ButtonLink>
          </div>
          <Section title={t('safeTitle')}>
            <Facts>
              <li>{t('sent')}</li>
              <li>{t('drafts')}</li>
              <li>{t('files')}</li>
            </Facts>
          </Section>
          <Section title={t('worksTitle')}>
            <p>{t('tabs')}</p>
          </Section>
          {portal === 'patient' && <EmergencyNotice />}
        </PublicPage>
      </PlainShell>
    </UiProvider>
  );
}
