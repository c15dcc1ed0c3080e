import { combineSlices, configureStore, createDynamicMiddleware } from '@reduxjs/toolkit';
import type { Api } from './base-api.ts';
import { userSlice } from './user.ts';

/**
 * The store of a portal. It starts with the user alone; `addApi` brings in RTK Query once somebody is past the
 * public pages, so that the first page does not carry it.
 */
export function createPortalStore() {
  const reducer = combineSlices(userSlice).withLazyLoadedSlices<{ api: ReturnType<Api['reducer']> }>();
  const late = createDynamicMiddleware();
  const store = configureStore({ reducer, middleware: (standard) => standard().concat(late.middleware) });
  return Object.assign(store, {
    addApi: (api: Api) => {
      reducer.inject(api);
      late.addMiddleware(api.middleware);
      store.dispatch({ type: 'api/added' });
    },
  });
}

export type PortalStore = ReturnType<typeof createPortalStore>;
export type PortalState = ReturnType<PortalStore['getState']>;
