import { useTexts } from '@konsil/i18n';
import { PageTitle, Section, TextLink } from '@konsil/ui';
import { PublicPage } from '../frame/PublicPage.tsx';
import { publicTexts } from '../frame/texts.ts';

const topics = ['email', 'code', 'password', 'app'] as const;

/** `/help`: for those who do not get in. */
export function HelpPage() {
  const { t } = useTexts(publicTexts);
  return (
    <PublicPage>
      <PageTitle>{t('help.title')}</PageTitle>
      {topics.map((topic) => (
        <Section key={topic} title={t(`help.${topic}Title`)}>
          <p>{t(`help.${topic}`)}</p>
          {topic === 'password' && <TextLink standalone to="/forgot-password">{t('signIn.forgot')}</TextLink>}
        </Section>
      ))}
      <Section title={t('help.contactTitle')}>
        <p>{t('help.contact')}</p>
        <TextLink standalone to="/impressum">{t('frame.imprint')}</TextLink>
      </Section>
    </PublicPage>
  );
}
