import type { DamagedDraft, DraftKey, draftRoutes as routes } from '@konsil/contracts/drafts';
import type { AnswerTo } from '@konsil/api/ask';
import { draftCalls } from '@konsil/api/draft-calls';
import { newKey } from '@konsil/api/intent';
import type { ApiProblem } from '@konsil/api/problem';

type Kept = AnswerTo<typeof routes.getDraft>;

const mostKnown = 20;
const patience = { tries: 20, ms: 150 };

/**
 * The revisions of each draft that this window may overwrite and delete: the one it last read or saved, and those it
 * sent since. Revisions from other windows stay.
 */
const known = new Map<string, string[]>();
/**
 * The stored drafts that this window could not read: it saves nothing over them. A damaged one with its revision, which
 * the user may decide to overwrite.
 */
const unread = new Map<string, string | null>();

/** Never an empty list, which URLs leave out: a window that knows none sends a new random one. */
export const knownRevisions = (key: string): string[] => {
  const revisions = known.get(key) ?? [newKey()];
  known.set(key, revisions);
  return revisions;
};

// Written out: the schemas of drafts would come with every first page.
const isDamagedDraft = (current: unknown): current is Required<DamagedDraft> =>
  typeof current === 'object' && current !== null && 'revision' in current && typeof current.revision === 'string';

export const isUnread = (key: string): boolean => unread.has(key);
/** Keeps this window from saving over the draft until it is read, or damaged and given up. */
export const markUnread = (key: string, { code, current }: ApiProblem): void => {
  unread.set(key, code === 'draft_damaged' && isDamagedDraft(current) ? current.revision : null);
};
/** There is nothing to read. */
export const clearUnread = (key: string): void => void unread.delete(key);
/** The user gave up a damaged draft: it may be overwritten, but no later one. */
export const giveUpDamaged = (key: string): void => {
  const revision = unread.get(key);
  if (revision) known.set(key, [revision]);
  unread.delete(key);
};

/** The next revision to save, and those it may overwrite. */
export const nextRevision = (key: string): { revision: string; over: string[] } => {
  const revision = newKey();
  const [last = revision, ...sent] = knownRevisions(key);
  known.set(key, [last, ...sent.slice(2 - mostKnown), revision]);
  return { revision, over: knownRevisions(key) };
};
/** Earlier revisions than the saved one are obsolete; later ones may exist on the server, too. */
export const saved = (key: string, revision: string): void => {
  const revisions = knownRevisions(key);
  if (revisions.includes(revision)) known.set(key, revisions.slice(revisions.indexOf(revision)));
};

/** Undefined without storage; a reload then does not wait for a pending save. */
const store = <T>(work: (storage: Storage) => T): T | undefined => {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
};
const placeOf = (key: string) => `draft:${key}`;
/**
 * Stores the revision that an unloading page is still sending: the next page may read before it arrives. Stores no
 * content.
 */
export const markSavePending = (key: string, revision: string): void =>
  store((storage) => storage.setItem(placeOf(key), revision));
/** The pending revision has arrived or failed. */
export const clearSavePending = (key: string, revision: string): void =>
  store((storage) => (storage.getItem(placeOf(key)) === revision ? storage.removeItem(placeOf(key)) : undefined));

/** Reads a draft; waits some seconds for what the previous page was still sending. */
export const readDraft = async (key: DraftKey): Promise<Kept> => {
  const awaited = store((storage) => storage.getItem(placeOf(key)));
  for (let tries = awaited ? patience.tries : 1; ; tries -= 1) {
    const draft = await draftCalls.getDraft({ params: { key } });
    if (tries === 1 || draft?.revision === awaited) {
      if (awaited) clearSavePending(key, awaited);
      if (draft?.revision) known.set(key, [draft.revision]);
      unread.delete(key);
      return draft;
    }
    await new Promise((resolve) => setTimeout(resolve, patience.ms));
  }
};
