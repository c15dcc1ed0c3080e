import { pathOf } from '@konsil/contracts/route';
import type { RouteContract } from '@konsil/contracts/route';
import type * as z from 'zod/mini';
import { recordReachability } from './connection.ts';
import { authHeaders, storeTokens } from './cookies.ts';
import { addressOf, credentials } from './origin.ts';
import { networkProblem, ProblemError, problemOfAnswer } from './problem.ts';
import { recordServerTime } from './server-clock.ts';
import { sessionEnded, sessionUsed } from './session-signals.ts';

type Part<R, K extends 'params' | 'query' | 'body'> =
  R extends Record<K, infer S extends z.ZodMiniType> ? z.input<S> : never;
type Given<R, K extends 'params' | 'query' | 'body'> = [Part<R, K>] extends [never] ? object : Record<K, Part<R, K>>;

/** The input of a contract's request. `key`: the idempotency key, the same on every retry. */
export type Question<R extends RouteContract> = Given<R, 'params'> &
  Partial<Given<R, 'query'>> &
  Given<R, 'body'> & {
    key?: string;
    signal?: AbortSignal;
    /** Lets the request outlive the page (at most 64 kB). */
    keepalive?: boolean;
    /** Does not extend the idle timeout. */
    background?: boolean;
  };

/** The response body of a contract. */
export type AnswerTo<R extends RouteContract> = R['response'] extends z.ZodMiniType ? z.output<R['response']> : null;

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  key?: string;
  signal?: AbortSignal;
  keepalive?: boolean;
  background?: boolean;
}

/** The URL of a request with its query; empty values are left out. */
export const addressFor = (route: Pick<RouteContract, 'path'>, { params, query = {} }: Parts): string => {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  const search = new URLSearchParams(given).toString();
  return addressOf(pathOf(route, params)) + (search && `?${search}`);
};

/**
 * The JSON of a response; undefined if there is none and none is needed. Throws for other content, such as the login
 * page of a hotel network.
 */
const jsonOf = async (response: Response, needed: boolean): Promise<unknown> => {
  const text = await response.text();
  return needed || (text !== '' && /json/.test(response.headers.get('content-type') ?? ''))
    ? (JSON.parse(text) as unknown)
    : undefined;
};

const reach = async (
  address: string,
  init: RequestInit,
  awaitsJson: boolean,
): Promise<{ response: Response; answer: unknown }> => {
  try {
    const response = await fetch(address, init);
    recordServerTime(response);
    const answer = await jsonOf(response, awaitsJson && response.ok);
    recordReachability(true);
    return { response, answer };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    recordReachability(false);
    throw new ProblemError(networkProblem);
  }
};

const carriesTokens = (answer: unknown): answer is { CSRF_Token: string; Authorization: string } =>
  typeof answer === 'object' && answer !== null && 'CSRF_Token' in answer && 'Authorization' in answer;

/** Throws the problem of an error response; first announces a session that has ended. */
export const throwProblem = (status: number, body: unknown, retryAfter: string | null): never => {
  const problem = problemOfAnswer(status, body, retryAfter);
  if (problem.status === 401 && problem.code === 'unauthorized') sessionEnded.emit();
  throw new ProblemError(problem);
};

/**
 * Sends a contract's request and returns the response body. Throws a `ProblemError` for statuses other than 200 to 299
 * (docs/specification.md section 7), and for truncated or foreign responses; there is no timeout.
 */
export async function callRoute<R extends RouteContract>(route: R, question: Question<R>): Promise<AnswerTo<R>> {
  const parts = question as Parts;
  const { response, answer } = await reach(
    addressFor(route, parts),
    {
      method: route.method,
      credentials: credentials(),
      headers: {
        accept: 'application/json',
        ...authHeaders(),
        ...(parts.body !== undefined && { 'content-type': 'application/json' }),
        ...(parts.key && { 'idempotency-key': parts.key }),
        ...(parts.background && { 'x-background': '1' }),
      },
      ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
      ...(parts.signal && { signal: parts.signal }),
      ...(parts.keepalive && { keepalive: true }),
    },
    route.response !== undefined,
  );
  if (!response.ok) return throwProblem(response.status, answer, response.headers.get('retry-after'));
  // Responses that start or rotate a session carry both tokens.
  if (carriesTokens(answer)) storeTokens(answer);
  if (!parts.background) sessionUsed.emit();
  return (answer ?? null) as AnswerTo<R>;
}
