import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { sessionResumed } from '@konsil/api';
import { refreshAll, startLive } from '@konsil/api/live';
import { useAuthState } from '@konsil/auth';

/** Keeps open pages fresh while somebody is signed in. */
export function Live() {
  const store = useStore();
  const { session } = useAuthState();
  const userId = session?.user.user_patient_id;
  useEffect(() => (userId ? startLive(store) : undefined), [store, userId]);
  // Nobody listened between two sessions of one page.
  useEffect(() => sessionResumed.listen(() => refreshAll(store)), [store]);
  return null;
}
