import * as z from 'zod/mini';
import type { ProblemCode } from '@konsil/contracts/problem';
import type { RouteContract } from '@konsil/contracts/route';
import { authRoutes, routes } from '@konsil/contracts/routes';
import type { AnswerTo } from '@konsil/api';
import { forgetAllUnsaved } from '@konsil/drafts/unsaved-drafts';

const all = { ...routes, ...authRoutes };
type All = typeof all;
export type RouteName = keyof All;

/** One request to the fake. */
export interface FakeCall {
  name: RouteName;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers: Headers;
}

/** An error response. */
export class Refusal {
  constructor(
    readonly code: ProblemCode,
    readonly status: number,
    readonly more: object = {},
    readonly headers: Record<string, string> = {},
  ) {}
}
/** `refuse('version_conflict', 409, { current })`, `refuse('too_many', 429, {}, { 'retry-after': '900' })` */
export const refusalWith = (...refusal: ConstructorParameters<typeof Refusal>): Refusal => new Refusal(...refusal);

type Answer<N extends RouteName> = AnswerTo<All[N]> | Refusal;
/** The fake's responses by contract name: a body, a refusal, or a function of the request. */
export type FakeAnswers = { [N in RouteName]?: Answer<N> | ((call: FakeCall) => Answer<N> | Promise<Answer<N>>) };

const json = (status: number, body: unknown, type = 'application/json', headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': type, ...headers } });
const problem = ({ code, status, more, headers }: Refusal) =>
  json(
    status,
    { type: `/api/problems#${code}`, title: code, status, code, ...more },
    'application/problem+json',
    headers,
  );

const matcher = ({ path }: RouteContract) => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
const table = (Object.entries(all) as [RouteName, RouteContract][]).map(([name, route]) => ({
  name,
  route,
  match: matcher(route),
}));

const bodyOf = async (request: Request): Promise<unknown> => {
  const text = await request.text();
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  return text && type.includes('json') ? JSON.parse(text) : text;
};

const invalid = (error: z.core.$ZodError) =>
  problem(
    refusalWith('invalid', 422, {
      errors: error.issues.map(({ path, message }) => ({ path: path.join('.'), code: message, message })),
    }),
  );

export interface FakeApi {
  /** All requests so far, newest last. */
  calls: FakeCall[];
  /** The requests of one contract. */
  callsOf: (name: RouteName) => FakeCall[];
  /** Changes responses from now on. */
  change: (answers: FakeAnswers) => void;
  /** Restores the real fetch. Pending requests are answered at once and unsaved drafts dropped, because their page is gone. */
  restore: () => void;
}

// Kept before a test can replace the timers.
const later = globalThis.setTimeout;
const { process } = globalThis as { process?: { env: Record<string, string | undefined> } };
/** The longest delay of a response in ms: shows tests that rely on the order of responses. */
const longestDelay = Number(process?.env['KONSIL_RESPONSE_DELAY'] ?? 0);
const delayedUntil = (ended: Promise<void>) =>
  longestDelay
    ? Promise.race([ended, new Promise((resolve) => later(resolve, Math.random() * longestDelay))])
    : undefined;

/**
 * A fake API for stories and component tests that replaces `fetch`. It validates by the contracts: an invalid body gets
 * a 422 as from the server, an invalid response is an error of the test.
 */
export function fakeApi(first: FakeAnswers = {}): FakeApi {
  const real = globalThis.fetch;
  let answers = first;
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const calls: FakeCall[] = [];

  const respond = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const found = table.find(({ route, match }) => route.method === request.method && match.test(pathname));
    if (!found) return problem(refusalWith('not_found', 404));
    const { name, route, match } = found;
    const body = await bodyOf(request);
    const call: FakeCall = {
      name,
      params: { ...match.exec(pathname)?.groups },
      query: Object.fromEntries(searchParams),
      body,
      headers: request.headers,
    };
    calls.push(call);
    const checked = route.body ? route.body.safeParse(body) : null;
    if (checked && !checked.success) return invalid(checked.error);

    const given = answers[name];
    if (given === undefined) return problem(refusalWith('not_found', 404));
    await delayedUntil(ended);
    const answer = await (typeof given === 'function' ? (given as (call: FakeCall) => unknown)(call) : given);
    if (answer instanceof Refusal) return problem(answer);
    if (!route.response) return new Response(null, { status: route.status ?? 200 });
    const kept = route.response.safeParse(answer);
    // The page under test would only see a connection error: report here what the test did wrong.
    if (!kept.success) console.error(`fakeApi: the answer of ${name} breaks its contract`, kept.error.issues);
    return json(route.status ?? 200, z.parse(route.response, answer));
  };

  globalThis.fetch = async (input, init) => {
    init?.signal?.throwIfAborted();
    return respond(new Request(input instanceof URL ? input.href : input, init));
  };
  return {
    calls,
    callsOf: (name) => calls.filter((call) => call.name === name),
    change: (more) => {
      answers = { ...answers, ...more };
    },
    restore: () => {
      forgetAllUnsaved();
      end();
      globalThis.fetch = real;
    },
  };
}
