import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { readableAddress } from '@konsil/contracts/mail-address';
import { useAuthState } from '@konsil/auth';
import { withMarkup, useTexts } from '@konsil/i18n';
import { Button, PageTitle, Section, Stack } from '@konsil/ui';
import { PublicPage } from '@konsil/portal-frame';
import { CorrectAddress } from './CorrectAddress.tsx';
import { RegistrationSteps } from './RegistrationSteps.tsx';
import { ResendLink } from './ResendLink.tsx';
import { registrationTexts } from './texts.ts';

/** Says where to find the link, how to get another one, how to correct the address. */
export function InboxPage() {
  const { t } = useTexts(registrationTexts);
  const { login } = useAuthState();
  const state = useLocation().state as { email?: string } | null;
  const [email, setEmail] = useState(state?.email ?? login?.email ?? '');
  const [correcting, setCorrecting] = useState(false);
  const bold = { b: (words: string) => <strong>{words}</strong> };
  return (
    <PublicPage width="form">
      <RegistrationSteps current="account" />
      <PageTitle
        lead={email ? withMarkup(t('inbox.lead', { email: readableAddress(email) }), bold) : t('inbox.leadUnknown')}
      >
        {t('inbox.title')}
      </PageTitle>
      <Section title={t('inbox.missing')}>
        <Stack gap={4}>
          <p>{t('inbox.spam')}</p>
          <ResendLink key={email} email={email} />
        </Stack>
      </Section>
      <Section title={t('inbox.wrongAddress')}>
        {correcting ? (
          <CorrectAddress email={email} onChanged={setEmail} />
        ) : (
          <Button variant="secondary" onClick={() => setCorrecting(true)}>
            {t('inbox.correct')}
          </Button>
        )}
      </Section>
    </PublicPage>
  );
}
