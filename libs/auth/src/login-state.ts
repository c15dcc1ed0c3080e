import { useEffect } from 'react';
import { useSessionClient } from './SessionProvider.tsx';

/**
 * On load, if the name is unknown, requests once who is signed in; a failure is only logged, not retried
 * (docs/specification.md section 4).
 */
export const useLoginState = (): void => {
  const client = useSessionClient();
  useEffect(() => {
    const { login, loginFailed } = client.getState();
    if (!login?.user_fullname && !loginFailed) void client.checkLogin();
  }, [client]);
};
