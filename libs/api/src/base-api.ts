import { createApi } from '@reduxjs/toolkit/query/react';
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { RouteContract } from '@konsil/contracts/route';
import { takePrefetched } from './ahead.ts';
import { callRoute } from './ask.ts';
import { isUserActive } from './in-use.ts';
import type { ApiProblem } from './problem.ts';
import { problemOf } from './problem.ts';
import { canSignInAgain, whenSignedInAgain } from './resuming.ts';
import { tagTypes } from './tags.ts';

// Replaced by the bundler; this library has no Node types.
declare const process: { env: { NODE_ENV?: string } };

/** One request: its contract and its input. */
export interface Call {
  route: RouteContract;
  question: object;
}

const callContract: BaseQueryFn<Call, unknown, ApiProblem> = async (call, api, options) => {
  const { route, question } = call;
  const { signal } = api;
  // Live events refetch and visible items are marked read: an unattended page must not extend its session that way.
  const background = !isUserActive();
  try {
    return {
      data: await (takePrefetched(route, question) ??
        callRoute(route, { ...question, signal, ...(background && { background }) })),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    const problem = problemOf(error);
    // Repeats a user's mutation after they signed in again; queries are refetched then anyway.
    if (problem.code === 'unauthorized' && route.method !== 'GET' && canSignInAgain()) {
      await whenSignedInAgain();
      return callContract(call, api, options);
    }
    return { error: problem };
  }
};

/** The single RTK Query API. Endpoints are injected by feature: `@konsil/api/todos` and others. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: callContract,
  tagTypes,
  endpoints: () => ({}),
  keepUnusedDataFor: 60,
  refetchOnReconnect: true,
  // Skipped in production: a newer server may add values that an open page does not know.
  skipSchemaValidation: process.env.NODE_ENV === 'production',
});
