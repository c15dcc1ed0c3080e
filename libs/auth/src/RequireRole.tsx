import { useDeferredValue, useEffect } from 'react';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { AccountKind } from '@konsil/contracts/codes';
import { signInPath } from './callback-url.ts';
import { urlInPortal, missingStepPath } from './portals.ts';
import type { PortalOrigins } from './portals.ts';
import { useAuthState, useSessionClient } from './SessionProvider.tsx';

export interface RequireRoleProps {
  role: AccountKind;
  origins: PortalOrigins;
  /** Shown until the user is known. */
  loading: ReactNode;
  /** Shown when the user cannot be determined: a retry (`checkLogin`). */
  failed: ReactNode;
  /** Called once access is granted, before the children render. */
  onEnter?: (() => void) | undefined;
  children: ReactNode;
}

/**
 * Admits one role. Others are redirected: signed-out users to the sign-in page and back, incomplete registrations to
 * the missing step, the other role to its portal. An expired session keeps the page mounted.
 */
export function RequireRole({ role, origins, loading, failed, onEnter, children }: RequireRoleProps) {
  const { session, fetched, login, loginFailed, ended } = useAuthState();
  const client = useSessionClient();
  const { pathname, search, hash } = useLocation();
  const path = pathname + search + hash;
  const other = login && login.role !== role ? login.role : null;
  const known = Boolean(login) && !other;
  // Renders the large subtree with low priority, not together with the login result.
  const drawn = useDeferredValue(known, false);
  const step = login && missingStepPath(login.registration);

  useEffect(() => {
    if (other) client.leave(urlInPortal(other, path, origins));
  }, [client, other, path, origins]);
  useEffect(() => {
    if (known && !step) onEnter?.();
  }, [known, step, onEnter]);

  if (!fetched) return loading;
  if (!session && !ended) return <Navigate to={signInPath(path)} replace />;
  if (loginFailed && !ended) return failed;
  if (!login || other) return loading;
  if (step) return <Navigate to={step} replace />;
  return drawn ? children : loading;
}
