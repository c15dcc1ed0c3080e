import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createPortalStore, resetUser, setUser } from '@konsil/api/store';
import { useAuthState } from '@konsil/auth';

const store = createPortalStore();

/** Provides the store, with the session's user, to signed-in pages; signed-out pages work without it. */
export function WithStore({ children }: { children: ReactNode }) {
  const { login, session } = useAuthState();
  // Refetch more often, because the session carries a changed name.
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
