import type { RouteContract } from '@konsil/contracts/route';
import { addressFor, callRoute } from './ask.ts';
import { isUserActive } from './in-use.ts';

// Responses are used within moments; later they may be stale.
const freshMs = 10_000;

interface Early {
  askedAt: number;
  answer: Promise<unknown>;
}
const early = new Map<string, Early>();

const isFresh = ({ askedAt }: Early): boolean => Date.now() - askedAt < freshMs;

/**
 * Prefetches a GET before the app renders, e.g. while the frame renders; once, while the response is fresh. Does not
 * touch the store meanwhile: an update during React's concurrent rendering would force a synchronous one.
 */
export const prefetch = (
  route: RouteContract,
  query: Record<string, string> = {},
  params?: Record<string, string>,
): void => {
  const question = { query, ...(params && { params }), ...(!isUserActive() && { background: true }) };
  const address = addressFor(route, question);
  const known = early.get(address);
  if (known && isFresh(known)) return;
  const answer = callRoute(route, question);
  early.set(address, { askedAt: Date.now(), answer });
  // A waiting request gets the failure; later ones, e.g. after signing in, are sent anew.
  answer.catch(() => void (early.get(address)?.answer === answer && early.delete(address)));
};

/** The time (ms since 1970) from which live updates are needed: when the first pending prefetch was sent, or now. */
export const catchUpFrom = (): number =>
  Math.min(Date.now(), ...[...early.values()].filter(isFresh).map(({ askedAt }) => askedAt));

/** After a change, prefetched responses may be stale. */
export const clearPrefetched = (): void => early.clear();

/** Separates rendering an available response from the task that requested it, to keep tasks short. */
const inTaskOfItsOwn = async (answer: Promise<unknown>): Promise<unknown> => {
  const given = await answer;
  await new Promise((resolve) => void setTimeout(resolve));
  return given;
};

/** The prefetched response for a request, once; otherwise undefined. A mutation discards all of them. */
export const takePrefetched = (route: RouteContract, question: object): Promise<unknown> | undefined => {
  if (early.size === 0) return undefined;
  if (route.method !== 'GET') return void clearPrefetched();
  const address = addressFor(route, question);
  const found = early.get(address);
  early.delete(address);
  return found && isFresh(found) ? inTaskOfItsOwn(found.answer) : undefined;
};
