import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { urlInPortal, homeOf, missingStepPath, useAuthState, useSessionClient } from '@konsil/auth';
import { Waiting } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { Skeleton } from '@konsil/ui';
import { LoginFailed, publicTexts, usePortal } from '@konsil/portal-frame';

const secondFactor = '/second-factor';

/** Redirects after sign-in: to the missing registration step, the request for a second factor, or the page wanted. */
export function AfterSignIn({ next = null }: { next?: string | null }) {
  const { t } = useTexts(publicTexts);
  const { login, loginFailed } = useAuthState();
  const client = useSessionClient();
  const { role, config } = usePortal();
  const other = login && login.role !== role ? login.role : null;

  useEffect(() => {
    if (other) client.leave(urlInPortal(other, next ?? '', config.portals));
  }, [client, other, next, config]);

  if (loginFailed && !login) return <LoginFailed />;
  if (!login || other) {
    return (
      <Waiting label={t('signIn.checking')}>
        <Skeleton shape="block" />
      </Waiting>
    );
  }
  const step = missingStepPath(login.registration) ?? (login.second_factor_advised ? secondFactor : null);
  // The pages of the registration keep a state of their own.
  return <Navigate to={step ?? next ?? homeOf[role]} state={step === secondFactor ? { next } : null} replace />;
}
