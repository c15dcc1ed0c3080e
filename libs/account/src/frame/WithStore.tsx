import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createPortalStore, resetUser, setUser } from '@konsil/api/store';
import { useAuthState } from '@konsil/auth';

const store = createPortalStore();

/** Brings the store in for the pages inside, with the user of the session in it; the first pages do without. */
export function WithStore({ children }: { children: ReactNode }) {
  const { login } = useAuthState();
  useEffect(() => {
    store.dispatch(login ? setUser({ userId: login.user_patient_id, role: login.role, name: login.user_fullname }) : resetUser());
  }, [login]);
  return <Provider store={store}>{children}</Provider>;
}
