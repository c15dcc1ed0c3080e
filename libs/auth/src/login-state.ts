import { useEffect } from 'react';
import { useSessionClient } from './SessionProvider.tsx';

/** On load, if no name is held, asks once who is signed in; a failure is only logged and not retried (spec section 4). */
export const useLoginState = (): void => {
  const client = useSessionClient();
  useEffect(() => {
    if (!client.getState().login?.user_fullname) void client.checkLogin();
  }, [client]);
};
