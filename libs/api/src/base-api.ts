import { createApi } from '@reduxjs/toolkit/query/react';
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { RouteContract } from '@konsil/contracts/route';
import { takeAhead } from './ahead.ts';
import { ask } from './ask.ts';
import { isInUse } from './in-use.ts';
import type { ApiProblem } from './problem.ts';
import { problemOf } from './problem.ts';
import { offersSignIn, signedInAgain } from './resuming.ts';
import { tagTypes } from './tags.ts';

// The bundler writes its value in; this lib does not know Node.
declare const process: { env: { NODE_ENV?: string } };

/** One call: its contract and what it is made with. */
export interface Call {
  route: RouteContract;
  question: object;
}

const callContract: BaseQueryFn<Call, unknown, ApiProblem> = async (call, api, options) => {
  const { route, question } = call;
  const { signal } = api;
  // Events fetch again, and what comes into view is marked read: a page that nobody uses must not keep its session alive by that.
  const background = !isInUse();
  try {
    return {
      data: await (takeAhead(route, question) ??
        ask(route, { ...question, signal, ...(background && { background }) })),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    const problem = problemOf(error);
    // What somebody pressed is done once they signed in again; what is only read is fetched anew then anyway.
    if (problem.code === 'unauthorized' && route.method !== 'GET' && offersSignIn()) {
      await signedInAgain();
      return callContract(call, api, options);
    }
    return { error: problem };
  }
};

/** The one RTK Query slice. Endpoints are injected by noun: `@konsil/api/todos` and its fellows. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: callContract,
  tagTypes,
  endpoints: () => ({}),
  keepUnusedDataFor: 60,
  refetchOnReconnect: true,
  // A newer server may add a value that an open page does not know: pages of users do not break on it.
  skipSchemaValidation: process.env.NODE_ENV === 'production',
});
