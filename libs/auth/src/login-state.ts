import { useEffect } from 'react';
import { useStore } from 'react-redux';
import type { PortalState } from '@konsil/api';
import { useSessionClient } from './SessionProvider.tsx';

/** On load, if no name is held, asks once who is signed in; a failure is only logged and not retried (spec section 4). */
export const useLoginState = (): void => {
  const client = useSessionClient();
  const store = useStore<PortalState>();
  useEffect(() => {
    if (!store.getState().user.name) void client.checkLogin();
  }, [client, store]);
};
