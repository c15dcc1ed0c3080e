import { useState } from 'react';
import { readableAddress } from '@konsil/contracts/mail-address';
import { useAuthState } from '@konsil/auth';
import { useDraft } from '@konsil/drafts/drafts';
import type { Contact } from './ContactForm.tsx';
import { WaitingForDraft } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { Alert, Button, Page, PageTitle } from '@konsil/ui';
import { accountTexts } from '../account/texts.ts';
import { usePortal } from '@konsil/portal-frame';
import { OperatorPhone } from './OperatorPhone.tsx';
import { ContactForm } from './ContactForm.tsx';

/** The contact form for the installation's operator. */
export function ContactPage() {
  const { t } = useTexts(accountTexts);
  const { role } = usePortal();
  const { login } = useAuthState();
  const draft = useDraft<Contact>('contact');
  const [sent, setSent] = useState(false);
  return (
    <Page>
      <PageTitle lead={role === 'doctor' ? t('contact.doctorLead') : t('contact.lead')}>{t('contact.title')}</PageTitle>
      <OperatorPhone />
      {sent && (
        <Alert
          tone="success"
          title={t('contact.sentTitle')}
          action={
            <Button variant="secondary" onClick={() => setSent(false)}>
              {t('contact.another')}
            </Button>
          }
        >
          {t('contact.sent', { email: readableAddress(login?.email ?? '') })}
        </Alert>
      )}
      {!sent && draft.status === 'loading' && <WaitingForDraft rows={2} />}
      {!sent && draft.status !== 'loading' && <ContactForm draft={draft} onSent={() => setSent(true)} />}
    </Page>
  );
}
