import { draftCalls } from '@konsil/api/draft-calls';
import { knownRevisions } from './draft-revisions.ts';
import { problemOf } from '@konsil/api/problem';
import { sessionResumed } from '@konsil/api/session-signals';

/** Temporary problems, and the retry delay in milliseconds. */
export const temporaryProblems = ['network', 'unavailable', 'too_many', 'internal'];
export const checkPauseMs = 5000;

/** Drafts to be deleted that the server may still have, with the latest attempt. */
const pending = new Map<string, Promise<void>>();

const tell = async (key: string): Promise<void> => {
  try {
    await draftCalls.deleteDraft({
      params: { key },
      query: { over: knownRevisions(key).join(',') },
      keepalive: true,
    });
    pending.delete(key);
  } catch (error) {
    const { code } = problemOf(error);
    if (temporaryProblems.includes(code)) setTimeout(() => void tellAgain(key), checkPauseMs);
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
 * Deletes a draft whose content was sent or discarded. Resolves after the first attempt; retries until it is deleted,
 * also after its form was closed, because a restored draft might be sent twice.
 */
export const deleteDraft = (key: string): Promise<void> => {
  pending.set(key, Promise.resolve());
  return tellAgain(key);
};

/** True if a draft counts as deleted, although the server may still have it. */
export const isDeleted = (key: string): boolean => pending.has(key);

/** A new draft is kept under the key: returns the pending deletion, which might delete it. */
export const pendingDeletion = (key: string): Promise<void> | undefined => {
  const attempt = pending.get(key);
  pending.delete(key);
  return attempt;
};
