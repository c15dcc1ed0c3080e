import { accountTexts, PasswordSection, SessionsSection, SignInsSection } from '@konsil/account/own-account';
import { useAuthState } from '@konsil/auth';
import { useTexts } from '@konsil/i18n';
import { Page, PageTitle, Section, Text } from '@konsil/ui';

/** The operator's own account: password, second factor, sessions. */
export default function OwnAccountPage() {
  const { t } = useTexts(accountTexts);
  const { login } = useAuthState();
  return (
    <Page>
      <PageTitle lead={login?.email}>{t('account.title')}</PageTitle>
      <PasswordSection />
      <Section title={t('account.factor.title')}>
        <p>{t('account.factor.on')}</p>
        <Text tone="muted">{t('account.factor.always')}</Text>
      </Section>
      <SessionsSection />
      <SignInsSection />
    </Page>
  );
}
