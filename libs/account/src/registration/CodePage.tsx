import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSessionClient } from '@konsil/auth';
import { useTexts } from '@konsil/i18n';
import { PageTitle } from '@konsil/ui';
import { PublicPage } from '@konsil/portal-frame';
import { CodeForm } from './CodeForm.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { RegistrationSteps } from './RegistrationSteps.tsx';
import { RequireStep } from './RequireStep.tsx';
import { registrationTexts } from './texts.ts';

/** The page after a patient's registration, instead of an empty dashboard. */
const firstCase = '/patient/process/new';

/** The code that was sent, and its number; kept in the history state, so that it survives a reload. */
export interface CodeState {
  phone: string;
  resend_at: string;
  expires_at: string;
  /** A repeated code: earlier ones are invalid. */
  again?: boolean;
  /** True if the number is being changed; false after cancelling. */
  changing?: boolean;
  /** Straight from the personal data: the registration ends with the first case. */
  first?: boolean;
}

/** `/register/code`: the SMS code; first the number, if unknown. */
export function CodePage() {
  const { t } = useTexts(registrationTexts);
  const state = useLocation().state as CodeState | null;
  const navigate = useNavigate();
  const client = useSessionClient();
  // The previous step does not check: it would redirect here without state.
  useEffect(() => void client.checkLogin(), [client]);
  const goOn = (next: CodeState) =>
    void navigate('/register/code', { state: { ...next, ...(state?.first && { first: true }) }, replace: true });
  return (
    // Coming straight from the previous step, the server's step may not be updated yet.
    <RequireStep steps={state ? ['userdata', 'code'] : ['code']} next={state?.first ? firstCase : undefined}>
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
