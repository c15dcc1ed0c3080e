import { useEffect } from 'react';
import { authAddresses } from '@konsil/contracts/addresses';
import type { AuthSession } from '@konsil/contracts/auth';
import { addressOf } from '@konsil/api';
import { useAuthState, useSessionClient } from './SessionProvider.tsx';

export type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated';
export interface UseSession {
  data: AuthSession | null;
  status: SessionStatus;
  update: (data?: unknown) => Promise<AuthSession | null>;
}

/** The sign-in page for a page that requires a session, with the callback to itself (docs/sign-in-protocol.md). */
export const signInUrl = (callbackUrl: string): string =>
  `${addressOf(authAddresses.authSignin.path.replace('/:provider', ''))}?${new URLSearchParams({ error: 'SessionRequired', callbackUrl }).toString()}`;

/**
 * The session and its status. `required` redirects to the sign-in page, or calls `onUnauthenticated`, if there is none.
 */
export function useSession({
  required = false,
  onUnauthenticated,
}: {
  required?: boolean;
  onUnauthenticated?: () => void;
} = {}): UseSession {
  const { session, fetched } = useAuthState();
  const client = useSessionClient();
  const status = !fetched ? 'loading' : session ? 'authenticated' : 'unauthenticated';
  const missing = required && status === 'unauthenticated';

  useEffect(() => {
    if (!missing) return;
    if (onUnauthenticated) onUnauthenticated();
    else window.location.assign(signInUrl(window.location.href));
  }, [missing, onUnauthenticated]);

  return { data: session, status: missing ? 'loading' : status, update: client.update };
}
