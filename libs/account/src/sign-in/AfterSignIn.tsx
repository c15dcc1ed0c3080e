import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { addressInPortal, homeOf, missingStepPath, useAuthState, useSessionClient } from '@konsil/auth';
import { useTexts } from '@konsil/i18n';
import { Loading, Skeleton } from '@konsil/ui';
import { publicTexts } from '../frame/texts.ts';
import { usePortal } from '../frame/portal.ts';

/** Leads somebody who is signed in to where they wanted to go, to the missing step, or to their own portal. */
export function AfterSignIn({ next = null }: { next?: string | null }) {
  const { t } = useTexts(publicTexts);
  const { login } = useAuthState();
  const client = useSessionClient();
  const { role, config } = usePortal();
  const other = login && login.role !== role ? login.role : null;

  useEffect(() => {
    if (other) client.leave(addressInPortal(other, next ?? '', config.portals));
  }, [client, other, next, config]);

  if (!login || other) {
    return (
      <Loading label={t('signIn.checking')}>
        <Skeleton shape="block" />
      </Loading>
    );
  }
  return <Navigate to={missingStepPath(login.registration) ?? next ?? homeOf[role]} replace />;
}
