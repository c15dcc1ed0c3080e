import { baseApi } from './base-api.ts';
import { performThrough } from './calls.ts';
import type { Build } from './contract-endpoints.ts';
import type { ApiProblem } from './problem.ts';
import { networkProblem, ProblemError, problemOf } from './problem.ts';

const signalOf = (argument: unknown): AbortSignal | undefined =>
  (argument as { signal?: AbortSignal } | undefined)?.signal;
const isAborted = (argument: unknown): boolean => signalOf(argument)?.aborted === true;

type Answer<R> = { data: R } | { error: ApiProblem };

/** The `queryFn` of an endpoint that sends a plain request. */
export const fromCall =
  <A, R>(call: (argument: A) => Promise<R>) =>
  (argument: A): Promise<Answer<R>> =>
    call(argument).then(
      (data) => ({ data }),
      (error: unknown) => ({ error: isAborted(argument) ? networkProblem : problemOf(error) }),
    );

type Calls = Record<string, (argument: never) => Promise<unknown>>;
type Arg<C> = C extends (argument: infer A) => unknown ? (unknown extends A ? void : A) : void;

const each = <E>(calls: Calls, make: (call: Calls[string]) => E): Record<string, E> =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, make(call)]));

/** A query endpoint for each call, of the same name. */
export const queriesOf = <C extends Calls>(build: Build, calls: C) =>
  each(calls, (call) => build.query({ queryFn: fromCall(call) })) as {
    [K in keyof C]: ReturnType<typeof build.query<Awaited<ReturnType<C[K]>>, Arg<C[K]>>>;
  };

/** A mutation endpoint for each call, with the name of the call. */
export const mutationsOf = <C extends Calls>(build: Build, calls: C) =>
  each(calls, (call) => build.mutation({ queryFn: fromCall(call) })) as {
    [K in keyof C]: ReturnType<typeof build.mutation<Awaited<ReturnType<C[K]>>, Arg<C[K]>>>;
  };

interface Result<R = unknown> {
  data?: R;
  error?: ApiProblem;
}
type Running = PromiseLike<Result> & { unsubscribe?: () => void };

interface Endpoint {
  /** RTK Query's name of a `build.query` endpoint's hook. */
  useQuery?: unknown;
  initiate: (argument: unknown, options: object) => (...store: never[]) => Running;
}

/** Runs calls as endpoints of this store; every call is sent, even if its result is cached. */
export const runCallsIn = (store: { dispatch: (action: never) => unknown }): void => {
  const endpoints = baseApi.endpoints as unknown as Record<string, Endpoint>;
  performThrough(async (name, call, argument) => {
    const endpoint = endpoints[name];
    // The endpoint may load with another page; the call then runs without the store.
    if (!endpoint) return call(argument);
    const isQuery = endpoint.useQuery !== undefined;
    const options = isQuery ? { forceRefetch: true } : { track: false };
    const running = store.dispatch(endpoint.initiate(argument, options) as never) as Running;
    try {
      // A query's result is read from the cache, which forgets it a minute after the last subscriber has gone.
      const { data, error } = await running;
      if (error) {
        signalOf(argument)?.throwIfAborted();
        throw new ProblemError(error);
      }
      // The store was reset meanwhile, so the response is lost.
      if (isQuery && data === undefined) throw new ProblemError(networkProblem);
      return data;
    } finally {
      if (isQuery) running.unsubscribe?.();
    }
  });
};
