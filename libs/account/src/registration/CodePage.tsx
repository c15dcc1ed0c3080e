import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSessionClient } from '@konsil/auth';
import { useTexts } from '@konsil/i18n';
import { PageTitle } from '@konsil/ui';
import { PublicPage } from '../frame/PublicPage.tsx';
import { CodeForm } from './CodeForm.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { RegistrationSteps } from './RegistrationSteps.tsx';
import { RequireStep } from './RequireStep.tsx';
import { registrationTexts } from './texts.ts';

/** Which code is on its way where; kept in the history, so that a reload does not lose it. */
export interface CodeState {
  phone: string;
  resend_at: string;
  expires_at: string;
  /** Not the first one: the code before it counts no more. */
  again?: boolean;
  /** Whether its number is about to be changed; false once it was kept after all. */
  changing?: boolean;
}

/** `/register/code`: the code from the SMS; the number first, where none is known. */
export function CodePage() {
  const { t } = useTexts(registrationTexts);
  const state = useLocation().state as CodeState | null;
  const navigate = useNavigate();
  const client = useSessionClient();
  // The step before does not ask: this page would be left for itself, without its state.
  useEffect(() => void client.checkLogin(), [client]);
  const goOn = (next: CodeState) => void navigate('/register/code', { state: next, replace: true });
  return (
    // Straight from the step before, it is not known yet that this one is done.
    <RequireStep steps={state ? ['userdata', 'code'] : ['code']}>
      <PublicPage width="form">
        <RegistrationSteps current="phone" />
        {state && !state.changing ? (
          <CodeForm
            key={state.expires_at}
            sent={state}
            onSent={goOn}
            onChangeNumber={() => goOn({ ...state, changing: true })}
          />
        ) : (
          <>
            <PageTitle lead={t('phone.lead')}>{t('phone.title')}</PageTitle>
            <PhoneForm onSent={goOn} onBack={state ? () => goOn({ ...state, changing: false }) : undefined} />
          </>
        )}
      </PublicPage>
    </RequireStep>
  );
}
