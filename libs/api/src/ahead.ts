import type { RouteContract } from '@konsil/contracts/route';
import { addressFor, ask } from './ask.ts';
import { isInUse } from './in-use.ts';

// Whoever shows an answer asks within moments; later it may be old.
const freshMs = 10_000;

interface Early {
  askedAt: number;
  answer: Promise<unknown>;
}
const early = new Map<string, Early>();

const isFresh = ({ askedAt }: Early): boolean => Date.now() - askedAt < freshMs;

/**
 * Asks before anybody can show the answer, e.g. while the frame is drawn; once, as long as the answer is fresh. Nothing is told
 * to the store meanwhile: an answer that comes while React draws in slices would make it draw all over again, at one go.
 */
export const askAhead = (route: RouteContract, query: Record<string, string> = {}): void => {
  const question = { query, ...(!isInUse() && { background: true }) };
  const address = addressFor(route, question);
  const known = early.get(address);
  if (known && isFresh(known)) return;
  const answer = ask(route, question);
  early.set(address, { askedAt: Date.now(), answer });
  // Whoever waits for it hears of a failure; whoever comes later, e.g. after signing in, asks anew.
  answer.catch(() => void (early.get(address)?.answer === answer && early.delete(address)));
};

/** Since when nothing may be missed: when the first of the answers that wait was asked for (milliseconds since 1970), or now. */
export const knownSince = (): number =>
  Math.min(Date.now(), ...[...early.values()].filter(isFresh).map(({ askedAt }) => askedAt));

/** Something has changed: what was asked before may be old. */
export const forgetAhead = (): void => early.clear();

/** What an answer draws would lengthen the task in which the page asked for it, when the answer is there already. */
const inTaskOfItsOwn = async (answer: Promise<unknown>): Promise<unknown> => {
  const given = await answer;
  await new Promise((resolve) => void setTimeout(resolve));
  return given;
};

/** The answer to a call that was asked ahead, once; undefined for all others. A call that changes something forgets them all. */
export const takeAhead = (route: RouteContract, question: object): Promise<unknown> | undefined => {
  if (early.size === 0) return undefined;
  if (route.method !== 'GET') return void forgetAhead();
  const address = addressFor(route, question);
  const found = early.get(address);
  early.delete(address);
  return found && isFresh(found) ? inTaskOfItsOwn(found.answer) : undefined;
};
