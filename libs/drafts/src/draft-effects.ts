import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { DraftKey } from '@konsil/contracts/drafts';
import { draftCalls } from '@konsil/api/draft-calls';
import { problemOf } from '@konsil/api/problem';
import { sessionResumed } from '@konsil/api/session-signals';
import {
  clearSavePending,
  markSavePending,
  clearUnread,
  isUnread,
  knownRevisions,
  markUnread,
  nextRevision,
  readDraft,
  saved,
} from './draft-revisions.ts';
import { eventOfProblem, type DraftEvent, type DraftState } from './draft-state.ts';
import { isDeleted, pendingDeletion, temporaryProblems, checkPauseMs } from './sent-drafts.ts';
import { forgetUnsaved, unsavedContent, warnBeforeClosing, type Content } from './unsaved-drafts.ts';

const delay = 800;
/** Reading is retried before the form opens. */
const beforeOpening = ['network', 'unavailable', 'too_many', 'unauthorized'];

type Dispatch<T> = (event: DraftEvent<T>) => void;

const eventOfRead = (code: string): { type: 'found_damaged' | 'read_failed' } => ({
  type: code === 'draft_damaged' ? 'found_damaged' : 'read_failed',
});

/** Reads a draft that could not be read before. @returns why nothing may be saved over it, or undefined */
const readBeforeSaving = async <T>(key: DraftKey, dispatch: Dispatch<T>): Promise<string | undefined> => {
  try {
    // Stays unread: the user has not seen it.
    if (await draftCalls.getDraft({ params: { key } })) {
      dispatch({ type: 'save_conflicted' });
      return 'conflict';
    }
    clearUnread(key);
    return undefined;
  } catch (error) {
    const problem = problemOf(error);
    // The save is refused, too.
    if (problem.code === 'not_found') return void clearUnread(key);
    markUnread(key, problem);
    dispatch(eventOfRead(problem.code));
    return problem.code;
  }
};

/** Saves unsaved input, and retries while a problem is temporary. */
export function useSaving<T extends Content>(key: DraftKey, dispatch: Dispatch<T>, dropped: RefObject<boolean>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saving = useRef<Promise<unknown>>(undefined);
  const save = useCallback(
    async function again(keepalive = false): Promise<void> {
      clearTimeout(timer.current);
      const deleting = unsavedContent(key) && pendingDeletion(key);
      if (deleting) await deleting;
      if (unsavedContent(key) && isUnread(key)) {
        const problem = await readBeforeSaving(key, dispatch);
        if (problem) {
          if (unsavedContent(key)) warnBeforeClosing();
          if (temporaryProblems.includes(problem)) timer.current = setTimeout(() => void again(), checkPauseMs);
          return;
        }
      }
      const content = unsavedContent(key);
      if (!content) return;
      dispatch({ type: 'save_began' });
      const { revision, over } = nextRevision(key);
      if (keepalive) markSavePending(key, revision);
      try {
        const call = draftCalls.saveDraft({ params: { key }, body: { content, revision, over }, keepalive });
        saving.current = call.catch(() => undefined);
        const { updated_at: at } = await call;
        saved(key, revision);
        if (dropped.current) return;
        if (unsavedContent(key) === content) forgetUnsaved(key);
        dispatch({ type: unsavedContent(key) ? 'save_done_in_part' : 'save_done', at });
      } catch (error) {
        const { code } = problemOf(error);
        // Newer input of this window came first.
        if (code === 'conflict' && unsavedContent(key) !== content) return;
        dispatch(eventOfProblem(code));
        if (code === 'not_found') return forgetUnsaved(key);
        warnBeforeClosing();
        if (temporaryProblems.includes(code)) timer.current = setTimeout(() => void again(), checkPauseMs);
      } finally {
        clearSavePending(key, revision);
      }
    },
    [key, dispatch, dropped],
  );
  const saveSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), delay);
  }, [save]);
  /** Stops the next save; resolves when the running one has arrived. */
  const stop = useCallback(() => {
    clearTimeout(timer.current);
    return saving.current;
  }, []);

  useEffect(() => {
    const flush = () => void save(true);
    const again = () => void save();
    window.addEventListener('pagehide', flush);
    window.addEventListener('online', again);
    const stopListening = sessionResumed.listen(again);
    return () => {
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('online', again);
      stopListening();
      flush();
    };
  }, [save]);
  return { save, saveSoon, stop };
}

/** Reads a draft written after the one still being deleted, e.g. of a submission that was taken back; null without one. */
const readNewer = async (key: DraftKey) => {
  const draft = await draftCalls.getDraft({ params: { key } }).catch(() => null);
  if (!draft?.revision || knownRevisions(key).includes(draft.revision)) return null;
  // Its retries would delete the newer one.
  void pendingDeletion(key);
  return readDraft(key);
};

/** Reads the draft when the form opens and after each event that asks for it. */
export function useDraftQuery<T extends Content>(
  key: DraftKey,
  dispatch: Dispatch<T>,
  { readings, save, shown }: { readings: number; save: () => Promise<void>; shown: RefObject<T | null> },
) {
  useEffect(() => {
    let current = true;
    let retry: ReturnType<typeof setTimeout>;
    const read = async () => {
      const left = unsavedContent(key);
      if (left) return { content: left, updated_at: null };
      return isDeleted(key) ? readNewer(key) : readDraft(key);
    };
    const load = () => {
      read().then(
        (draft) => {
          if (!current) return;
          const content = (draft?.content as T | undefined) ?? null;
          shown.current = content;
          dispatch(content ? { type: 'found', content, at: draft?.updated_at ?? null } : { type: 'nothing_found' });
          void save();
        },
        (error: unknown) => {
          if (!current) return;
          const problem = problemOf(error);
          if (beforeOpening.includes(problem.code)) return void (retry = setTimeout(load, checkPauseMs));
          if (problem.code === 'not_found') return dispatch({ type: 'forbidden' });
          markUnread(key, problem);
          dispatch(eventOfRead(problem.code));
        },
      );
    };
    load();
    return () => {
      current = false;
      clearTimeout(retry);
    };
  }, [key, dispatch, save, readings, shown]);
}

/** Looks for another version when the user returns, unless something here is unsaved. */
export function useCheckForNewerDraft<T extends Content>(
  key: DraftKey,
  dispatch: Dispatch<T>,
  { status, savedAt }: DraftState<T>,
  dropped: RefObject<boolean>,
) {
  useEffect(() => {
    const wasRead = status === 'saved' || status === 'empty';
    if (!wasRead && status !== 'unread' && status !== 'damaged') return undefined;
    let current = true;
    // A returning tab fires two events: visibility and focus.
    let looking: Promise<void> | undefined;
    const isOpen = () => !dropped.current && !unsavedContent(key);
    const look = async () => {
      if (document.visibilityState !== 'visible' || !isOpen()) return;
      const draft = await draftCalls.getDraft({ params: { key } }).catch(() => undefined);
      const isAsBefore = draft === undefined || (wasRead && (draft?.updated_at ?? null) === savedAt);
      if (!current || isAsBefore || !isOpen()) return;
      if (draft) return dispatch({ type: 'changed_elsewhere' });
      clearUnread(key);
      dispatch({ type: wasRead ? 'removed_elsewhere' : 'nothing_found' });
    };
    const lookAgain = () => void (looking ??= look().finally(() => (looking = undefined)));
    window.addEventListener('focus', lookAgain);
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      current = false;
      window.removeEventListener('focus', lookAgain);
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }, [key, dispatch, status, savedAt, dropped]);
}
