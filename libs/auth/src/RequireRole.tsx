import { useDeferredValue, useEffect } from 'react';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Role } from '@konsil/contracts/codes';
import { signInPath } from './callback-url.ts';
import { addressInPortal, missingStepPath } from './portals.ts';
import type { PortalOrigins } from './portals.ts';
import { useAuthState, useSessionClient } from './SessionProvider.tsx';

export interface RequireRoleProps {
  role: Role;
  origins: PortalOrigins;
  /** Shown until it is known who is there. */
  loading: ReactNode;
  /** Shown when nobody can say who is there: a way to try again (`checkLogin`). */
  failed: ReactNode;
  /** Called when it is known that somebody may come in, before what is inside is drawn. */
  onEnter?: (() => void) | undefined;
  children: ReactNode;
}

/**
 * Lets one role in. Nobody signed in: to the sign-in page and back to this very page; half registered: to the missing
 * step; the other role: to its own portal. A session that ends under the page leaves the page as it is.
 */
export function RequireRole({ role, origins, loading, failed, onEnter, children }: RequireRoleProps) {
  const { session, fetched, login, loginFailed, ended } = useAuthState();
  const client = useSessionClient();
  const { pathname, search, hash } = useLocation();
  const path = pathname + search + hash;
  const other = login && login.role !== role ? login.role : null;
  const known = Boolean(login) && !other;
  // What is inside is much to draw: in slices, and not at one go with the news of who is there.
  const drawn = useDeferredValue(known, false);
  const step = login && missingStepPath(login.registration);

  useEffect(() => {
    if (other) client.leave(addressInPortal(other, path, origins));
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
