import { useGetAccountQuery } from '@konsil/api/account';
import { useGetOwnPortraitQuery } from '@konsil/api/portrait';
import { useDraft } from '@konsil/drafts/drafts';
import { LoadFailed, Waiting, WaitingForDraft } from '@konsil/common';
import type { Account, DoctorProfile } from '@konsil/contracts/accounts';
import { useTexts } from '@konsil/i18n';
import { Page, PageTitle } from '@konsil/ui';
import { AreaLinks } from '../settings/AreaLinks.tsx';
import { PasskeysSection } from '../passkeys/PasskeysSection.tsx';
import { IdentitiesSection } from '../providers/IdentitiesSection.tsx';
import { DoctorProfileSection } from './DoctorProfileSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { ErasureNote } from './ErasureNote.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PersonSection } from './PersonSection.tsx';
import { PhoneSection } from './PhoneSection.tsx';
import { PortraitSection } from './PortraitSection.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { SecurityCheck, useSecurityWaits } from './SecurityCheck.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { SignInsSection } from './SignInsSection.tsx';
import { accountTexts } from './texts.ts';

/** The account page: owner, sign-in methods, sessions. */
export function AccountPage() {
  const { t } = useTexts(accountTexts);
  const { data: account, error, refetch } = useGetAccountQuery();
  return (
    <Page>
      <PageTitle>{t('account.title')}</PageTitle>
      <AreaLinks />
      {!account && !error && <Waiting label={t('account.loading')} />}
      {!account && error && <LoadFailed problem={error} onRetry={refetch} />}
      {account &&
        (account.doctor ? (
          <DoctorSections account={account} profile={account.doctor} />
        ) : (
          <Sections account={account} />
        ))}
    </Page>
  );
}

/** Waits for the draft and the portrait, too, because their length would shift what is below them. */
function DoctorSections({ account, profile }: { account: Account; profile: DoctorProfile }) {
  const draft = useDraft<DoctorProfile>('profile');
  const { data: portrait, error } = useGetOwnPortraitQuery();
  if (draft.status === 'loading' || (!portrait && !error)) return <WaitingForDraft />;
  return (
    <>
      {account.erasure_at && <ErasureNote on={account.erasure_at} held={account.erasure_held ?? false} />}
      <PortraitSection name={account.full_name} />
      <DoctorProfileSection profile={profile} draft={draft} />
      <Sections account={account} />
    </>
  );
}

/** Waits for the results of the check-up, because their length would shift the rest. */
function Sections({ account }: { account: Account }) {
  const { t } = useTexts(accountTexts);
  if (useSecurityWaits()) return <Waiting label={t('account.loading')} />;
  return (
    <>
      <SecurityCheck account={account} />
      {account.own_patient && (
        <PersonSection patient={account.own_patient} editPath={`/patient/patients/${account.own_patient.id}/edit`} />
      )}
      <EmailSection account={account} />
      <PhoneSection account={account} />
      <PasswordSection account={account} />
      <PasskeysSection />
      <IdentitiesSection />
      <SecondFactorSection account={account} />
      <SessionsSection />
      <SignInsSection />
    </>
  );
}
