import { styled } from 'styled-components';
import { SignInPage } from '@konsil/account';
import { publicTexts } from '@konsil/portal-frame';
import { EmergencyNotice } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { ButtonLink } from '@konsil/ui';
import { TwoColumns } from '../start/Halves.tsx';
import { Story } from '../start/Story.tsx';

const Below = styled.section`
  display: grid;
  gap: var(--space-3);
  padding-block-start: var(--space-5);
  border-block-start: var(--border-hairline) solid var(--color-border);
`;

/** `/login` of the patient portal. */
export function PatientSignInPage() {
  const { t } = useTexts(publicTexts);
  return (
    <TwoColumns $storyHidden>
      <Story />
      <SignInPage lead={t('signIn.lead')}>
        <Below>
          <p>{t('start.newHere')}</p>
          <ButtonLink to="/register" variant="secondary" block>
            {t('start.register')}
          </ButtonLink>
        </Below>
        <EmergencyNotice />
      </SignInPage>
    </TwoColumns>
  );
}
