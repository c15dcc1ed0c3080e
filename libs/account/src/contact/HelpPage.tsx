import { useTexts } from '@konsil/i18n';
import { PageTitle, Section, TextLink } from '@konsil/ui';
import { PublicPage, publicTexts } from '@konsil/portal-frame';
import { OperatorPhone } from './OperatorPhone.tsx';
import { helpTexts } from './texts.ts';

const topics = ['email', 'code', 'password', 'app'] as const;

/** `/help`: for people who cannot sign in. */
export function HelpPage() {
  const { t } = useTexts(helpTexts);
  const { t: p } = useTexts(publicTexts);
  return (
    <PublicPage>
      <PageTitle>{t('title')}</PageTitle>
      {topics.map((topic) => (
        <Section key={topic} title={t(`topics.${topic}Title`)}>
          <p>{t(`topics.${topic}`)}</p>
          {topic === 'password' && (
            <TextLink standalone to="/forgot-password">
              {p('signIn.forgot')}
            </TextLink>
          )}
        </Section>
      ))}
      <Section title={t('contactTitle')}>
        <OperatorPhone />
        <p>{t('contact')}</p>
        <TextLink standalone to="/impressum">
          {p('frame.imprint')}
        </TextLink>
      </Section>
    </PublicPage>
  );
}
