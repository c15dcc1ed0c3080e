import { accountRoutes as routes } from '@konsil/contracts/accounts';
import type { DraftKey } from '@konsil/contracts/accounts';
import { ask } from './ask.ts';
import type { AnswerTo } from './ask.ts';
import { newKey } from './intent.ts';

type Kept = AnswerTo<typeof routes.getDraft>;

const mostKnown = 20;
const patience = { tries: 20, ms: 150 };

/**
 * The revisions of each draft that this window may save over and drop: the one that it last read or knows to be saved, and
 * those that it sent since. What another window wrote is not among them and stays. Null: whatever is there.
 */
const known = new Map<string, string[] | null>();

/** Never an empty list, which an address would leave out: a window that knows none names one of its own. */
export const knownRevisions = (key: string): string[] | undefined => {
  if (!known.has(key)) known.set(key, [newKey()]);
  return known.get(key) ?? undefined;
};
/** What cannot be read is nobody's, and may be saved over. */
export const mayReplaceAny = (key: string): void => void known.set(key, null);

/** Names what is saved next, and what it may be saved over. */
export const nextRevision = (key: string): { revision: string; over: string[] | undefined } => {
  const revision = newKey();
  const [last, ...sent] = knownRevisions(key) ?? [];
  if (last) known.set(key, [last, ...sent.slice(2 - mostKnown), revision]);
  return { revision, over: knownRevisions(key) };
};
/** What came before a saved revision is over, those that were sent after it may have arrived too. */
export const saved = (key: string, revision: string): void => {
  const revisions = knownRevisions(key) ?? [revision];
  if (revisions.includes(revision)) known.set(key, revisions.slice(revisions.indexOf(revision)));
};

/** Undefined where the page may keep nothing: a reload then waits for nothing. */
const store = <T>(work: (storage: Storage) => T): T | undefined => {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
};
const placeOf = (key: string) => `draft:${key}`;
/** A page that is left says which revision it still sent: the next one may ask before it has arrived. Nothing of its words stays in the browser. */
export const leaveUnderWay = (key: string, revision: string): void =>
  store((storage) => storage.setItem(placeOf(key), revision));
/** What a page still sent has arrived, or cannot. */
export const arrived = (key: string, revision: string): void =>
  store((storage) => (storage.getItem(placeOf(key)) === revision ? storage.removeItem(placeOf(key)) : undefined));

/** Reads a draft; what the page before still sent is waited for, some seconds at most. */
export const readDraft = async (key: DraftKey): Promise<Kept> => {
  const awaited = store((storage) => storage.getItem(placeOf(key)));
  for (let tries = awaited ? patience.tries : 1; ; tries -= 1) {
    const draft = await ask(routes.getDraft, { params: { key } });
    if (tries === 1 || draft?.revision === awaited) {
      if (awaited) arrived(key, awaited);
      if (draft?.revision) known.set(key, [draft.revision]);
      return draft;
    }
    await new Promise((resolve) => setTimeout(resolve, patience.ms));
  }
};
