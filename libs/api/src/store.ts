import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { runCallsIn } from './call-endpoints.ts';
import { sessionApi } from './session.ts';
import { userSlice } from './user.ts';

export { resetUser, setUser } from './user.ts';
export type { User } from './user.ts';

/**
 * The store of a portal: user, fetched data, and the endpoints of the session. Loaded with the first page that needs it.
 */
export const createPortalStore = () => {
  const store = configureStore({
    reducer: { [userSlice.name]: userSlice.reducer, [sessionApi.reducerPath]: sessionApi.reducer },
    // Development only: a slow machine is no reason to warn.
    middleware: (standard) =>
      standard({ immutableCheck: { warnAfter: 200 }, serializableCheck: { warnAfter: 200 } }).concat(
        sessionApi.middleware,
      ),
    // Updates render in their own task; within an animation frame, as by default, the layout of a large page would be
    // added to it.
    enhancers: (standard) => standard({ autoBatch: { type: 'timer', timeout: 0 } }),
  });
  // Enables `refetchOnReconnect`.
  setupListeners(store.dispatch);
  runCallsIn(store);
  return store;
};

export type PortalStore = ReturnType<typeof createPortalStore>;
export type PortalState = ReturnType<PortalStore['getState']>;
