import { useGetAccountQuery } from '@konsil/api/account';
import { LoadFailed, Waiting } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { Page, PageTitle } from '@konsil/ui';
import { DoctorProfileSection } from './DoctorProfileSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { ErasureNote } from './ErasureNote.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PersonSection } from './PersonSection.tsx';
import { PhoneSection } from './PhoneSection.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { accountTexts } from './texts.ts';

/** The account: who it belongs to, how to sign in, where it is signed in. */
export function AccountPage() {
  const { t } = useTexts(accountTexts);
  const { data: account, error, refetch } = useGetAccountQuery();
  return (
    <Page>
      <PageTitle>{t('account.title')}</PageTitle>
      {!account && !error && <Waiting label={t('account.loading')} />}
      {!account && error && <LoadFailed problem={error} onRetry={refetch} />}
      {account && (
        <>
          {account.doctor && account.erasure_at && <ErasureNote on={account.erasure_at} />}
          {account.own_patient && <PersonSection patient={account.own_patient} editPath={`/patient/patients/${account.own_patient.id}/edit`} />}
          {account.doctor && <DoctorProfileSection profile={account.doctor} />}
          <EmailSection account={account} />
          <PhoneSection account={account} />
          <PasswordSection />
          <SecondFactorSection account={account} />
          <SessionsSection />
        </>
      )}
    </Page>
  );
}
