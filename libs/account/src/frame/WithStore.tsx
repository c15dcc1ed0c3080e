import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createPortalStore, resetUser, setUser } from '@konsil/api/store';
import { useAuthState } from '@konsil/auth';

const store = createPortalStore();

/** Brings the store in for the pages inside, with the user of the session in it; the first pages do without. */
export function WithStore({ children }: { children: ReactNode }) {
  const { login, session } = useAuthState();
  // A name that was changed comes with the session: it is fetched again more often.
  const name = session?.user.user_fullname;
  useEffect(() => {
    store.dispatch(
      login
        ? setUser({ userId: login.user_patient_id, role: login.role, name: name || login.user_fullname })
        : resetUser(),
    );
  }, [login, name]);
  return <Provider store={store}>{children}</Provider>;
}
