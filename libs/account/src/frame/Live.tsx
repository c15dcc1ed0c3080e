import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { startLive } from '@konsil/api/live';
import { useAuthState } from '@konsil/auth';

/** Keeps open pages fresh while somebody is signed in. */
export function Live() {
  const store = useStore();
  const { session } = useAuthState();
  const userId = session?.user.user_patient_id;
  useEffect(() => (userId ? startLive(store) : undefined), [store, userId]);
  return null;
}
