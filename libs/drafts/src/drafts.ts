import { useCallback, useReducer, useRef } from 'react';
import type { DraftKey } from '@konsil/contracts/drafts';
import { draftCalls } from '@konsil/api/draft-calls';
import { problemOf } from '@konsil/api/problem';
import { useCheckForNewerDraft, useDraftQuery, useSaving } from './draft-effects.ts';
import { clearUnread, giveUpDamaged, isUnread, markUnread, readDraft } from './draft-revisions.ts';
import { draftReducer, newDraft, type DraftState } from './draft-state.ts';
import { useStoredDraftFlag } from './kept-drafts.ts';
import { deleteDraft } from './sent-drafts.ts';
import { forgetUnsaved, keepUnsaved, unsavedContent, type Content } from './unsaved-drafts.ts';

export type { DraftDecision, DraftStatus } from './draft-state.ts';

export interface Draft<T> extends Omit<DraftState<T>, 'readings'> {
  /** Keeps the newest content; saved after a short pause. */
  keep: (content: T) => void;
  /** Deletes the draft after its content was sent. */
  drop: () => Promise<void>;
  /**
   * Shows the other version, empty if it was sent or discarded; the own one can be restored. @throws {Problem} if it
   * cannot be read; then nothing changes
   */
  takeOver: () => Promise<void>;
  /** Overwrites the other version with the own one. */
  keepMine: () => Promise<void>;
  /** Shows and saves `replaced`, in exchange for the current version. */
  bringBack: () => void;
  /** Shows an `unread` draft, or lets the user choose if they typed meanwhile. @throws {Problem} if it cannot be read */
  readAgain: () => Promise<void>;
  /** Overwrites a `damaged` draft with the current input; without any, deletes it. */
  giveUp: () => Promise<void>;
  /** Shows and saves the other version of the draft; the user's own version can be restored. */
  adopt: (content: T) => void;
}

/**
 * Keeps form input on the server until it is sent (docs/product.md section 1): survives a reload, an expired session
 * and a lost connection; failed saves are retried, also after the form was closed. A draft continued in another window
 * or device is read when the user returns, with status `loading` meanwhile. `key` names the form and its case, e.g.
 * `message:<caseId>`. The states and events are in `draft-state.ts`.
 */
export function useDraft<T extends Content>(key: DraftKey): Draft<T> {
  const [state, dispatch] = useReducer(draftReducer<T>, newDraft);
  const { readings, ...draft } = state;
  /** The content shown in the form. */
  const shown = useRef<T>(null);
  const dropped = useRef(false);
  const { save, saveSoon, stop } = useSaving(key, dispatch, dropped);
  useDraftQuery(key, dispatch, { readings, save, shown });
  useCheckForNewerDraft(key, dispatch, state, dropped);

  const keep = useCallback(
    (content: T) => {
      dropped.current = false;
      shown.current = content;
      dispatch({ type: 'typed' });
      keepUnsaved(key, content);
      saveSoon();
    },
    [key, saveSoon],
  );

  const drop = useCallback(async () => {
    dropped.current = true;
    forgetUnsaved(key);
    // A pending save must not arrive after the deletion.
    await stop();
    // One that could not be read is another than the sent one.
    if (!isUnread(key)) await deleteDraft(key);
    dispatch({ type: 'dropped' });
  }, [key, stop]);

  const choose = (decision: 'taken' | 'adopted' | 'back') => {
    void stop();
    dispatch({ type: 'other_chosen', decision, replaced: shown.current });
  };
  const takeOver = async () => {
    await readDraft(key);
    forgetUnsaved(key);
    choose('taken');
  };
  const keepMine = async () => {
    if (shown.current) keepUnsaved(key, shown.current);
    // Without a connection it is read again later.
    await readDraft(key).catch((error: unknown) => {
      const problem = problemOf(error);
      if (problem.code !== 'draft_damaged') return;
      markUnread(key, problem);
      giveUpDamaged(key);
    });
    dispatch({ type: 'own_chosen', decision: 'kept' });
    await save();
  };
  const readAgain = async () => {
    const stored = await draftCalls.getDraft({ params: { key } });
    if (unsavedContent(key)) return save();
    if (!stored) clearUnread(key);
    dispatch({ type: stored ? 'found_after_all' : 'none_after_all' });
  };
  const giveUp = async () => {
    giveUpDamaged(key);
    if (shown.current) {
      keepUnsaved(key, shown.current);
      dispatch({ type: 'own_chosen', decision: 'renewed' });
      return save();
    }
    await deleteDraft(key);
    dispatch({ type: 'damaged_dropped' });
  };
  const bringBack = () => {
    if (draft.replaced) keepUnsaved(key, draft.replaced);
    choose('back');
  };

  const adopt = (content: T) => {
    keepUnsaved(key, content);
    choose('adopted');
  };

  useStoredDraftFlag(draft.status === 'saved' || draft.status === 'saving');
  return { ...draft, keep, drop, takeOver, keepMine, bringBack, adopt, readAgain, giveUp };
}
