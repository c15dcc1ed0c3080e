import { accountRoutes as routes } from '@konsil/contracts/accounts';
import { ask } from './ask.ts';
import { knownRevisions } from './draft-revisions.ts';
import { problemOf } from './problem.ts';
import { sessionResumed } from './session-signals.ts';

/** Problems that pass by themselves, and how long to wait in milliseconds until the next try. */
export const passing = ['network', 'unavailable', 'too_many', 'internal'];
export const pause = 5000;

/** Drafts that are done with, while the server may still have them, with the latest attempt to tell it. */
const pending = new Map<string, Promise<void>>();

const tell = async (key: string): Promise<void> => {
  try {
    await ask(routes.deleteDraft, {
      params: { key },
      query: { over: knownRevisions(key)?.join(',') },
      keepalive: true,
    });
    pending.delete(key);
  } catch (error) {
    const { code } = problemOf(error);
    if (passing.includes(code)) setTimeout(() => void tellAgain(key), pause);
    else if (code !== 'unauthorized') pending.delete(key);
  }
};
const tellAgain = (key: string): Promise<void> => {
  if (!pending.has(key)) return Promise.resolve();
  const attempt = tell(key);
  pending.set(key, attempt);
  return attempt;
};
sessionResumed.listen(() => [...pending.keys()].forEach((key) => void tellAgain(key)));

/**
 * Deletes a draft whose content was sent or given up. Resolves after the first attempt; others follow until it is gone,
 * also after its form was left: a sent text that came back would ask to be sent once more.
 */
export const deleteDraft = (key: string): Promise<void> => {
  pending.set(key, Promise.resolve());
  return tellAgain(key);
};

/** Whether a draft is done with, although the server may still have it. */
export const isDeleted = (key: string): boolean => pending.has(key);

/** Something new is kept under the key: what is under way to delete the one before, and could take it. */
export const keepAgain = (key: string): Promise<void> | undefined => {
  const attempt = pending.get(key);
  pending.delete(key);
  return attempt;
};
