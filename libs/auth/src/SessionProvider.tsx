import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { hasToken, sessionEnded, sessionUsed } from '@konsil/api';
import type { AuthState, SessionClient } from './session-client.ts';
import { listenToTabs } from './tabs.ts';

const ClientContext = createContext<SessionClient | null>(null);

/** The portal's session client: `signIn`, `signOut`, `update`, `refetch`. */
export const useSessionClient = (): SessionClient => {
  const client = useContext(ClientContext);
  if (!client) throw new Error('There is no SessionProvider around this');
  return client;
};

/** The state of the session; follows every change. */
export const useAuthState = (): AuthState => {
  const client = useSessionClient();
  return useSyncExternalStore(client.subscribe, client.getState, client.getState);
};

export interface SessionProviderProps {
  client: SessionClient;
  /** Seconds between polls while there is a session; 0 for none. */
  refetchInterval?: number;
  /** True to poll even without a connection. */
  refetchWhenOffline?: boolean | undefined;
  /** True to refetch when the tab becomes visible. */
  refetchOnWindowFocus?: boolean;
  children: ReactNode;
}

/** Keeps the session of the page up to date (docs/specification.md section 4). */
export function SessionProvider({
  client,
  refetchInterval = 0,
  refetchWhenOffline = false,
  refetchOnWindowFocus = true,
  children,
}: SessionProviderProps) {
  const { session } = useSyncExternalStore(client.subscribe, client.getState, client.getState);
  const exists = session !== null;

  useEffect(() => void (client.getState().fetched || client.refetch()), [client]);
  useEffect(() => sessionEnded.listen(client.end), [client]);
  useEffect(() => sessionUsed.listen(client.noteUse), [client]);
  useEffect(
    () => listenToTabs((trigger) => (trigger === 'signout' ? client.followSignOut() : void client.refetch())),
    [client],
  );

  useEffect(() => {
    if (!refetchOnWindowFocus) return;
    const onVisible = () => document.visibilityState === 'visible' && void client.refetch();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [client, refetchOnWindowFocus]);

  useEffect(() => {
    if (!exists || refetchInterval <= 0) return;
    const timer = setInterval(
      () => (navigator.onLine || refetchWhenOffline) && void client.refetch(),
      refetchInterval * 1000,
    );
    return () => clearInterval(timer);
  }, [client, exists, refetchInterval, refetchWhenOffline]);

  useEffect(() => {
    // Back may restore a cached page of a session that was signed out since.
    const onShow = (event: PageTransitionEvent) => event.persisted && !hasToken() && client.followSignOut();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [client]);

  return <ClientContext.Provider value={client}>{children}</ClientContext.Provider>;
}
