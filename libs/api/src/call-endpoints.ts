import { baseApi } from './base-api.ts';
import { performThrough } from './calls.ts';
import type { ApiProblem } from './problem.ts';
import { networkProblem, ProblemError, problemOf } from './problem.ts';

const signalOf = (argument: unknown): AbortSignal | undefined =>
  (argument as { signal?: AbortSignal } | undefined)?.signal;
const isAborted = (argument: unknown): boolean => signalOf(argument)?.aborted === true;

type Result<R> = { data: R } | { error: ApiProblem };

/** The `queryFn` of an endpoint that sends a plain request. */
export const fromCall =
  <A, R>(call: (argument: A) => Promise<R>) =>
  (argument: A): Promise<Result<R>> =>
    call(argument).then(
      (data) => ({ data }),
      (error: unknown) => ({ error: isAborted(argument) ? networkProblem : problemOf(error) }),
    );

interface Endpoint {
  /** RTK Query's name of a `build.query` endpoint's hook. */
  useQuery?: unknown;
  initiate: (
    argument: unknown,
    options: object,
  ) => (...store: never[]) => PromiseLike<Partial<Record<'data' | 'error', unknown>>>;
}

/** Runs calls as endpoints of this store; each one is sent, whatever is cached. */
export const runCallsIn = (store: { dispatch: (action: never) => unknown }): void => {
  const endpoints = baseApi.endpoints as unknown as Record<string, Endpoint>;
  performThrough(async (name, argument) => {
    const endpoint = endpoints[name];
    if (!endpoint) throw new Error(`There is no endpoint ${name}`);
    const options = endpoint.useQuery ? { forceRefetch: true, subscribe: false } : { track: false };
    const { data, error } = (await store.dispatch(endpoint.initiate(argument, options) as never)) as Result<unknown> & {
      data?: unknown;
      error?: ApiProblem;
    };
    if (!error) return data;
    signalOf(argument)?.throwIfAborted();
    throw new ProblemError(error);
  });
};
