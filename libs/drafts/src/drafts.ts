import { useCallback, useEffect, useRef, useState } from 'react';
import type { DraftKey } from '@konsil/contracts/accounts';
import { draftCalls } from '@konsil/api/draft-calls';
import {
  clearSavePending,
  markSavePending,
  allowAnyOverwrite,
  nextRevision,
  readDraft,
  saved,
} from './draft-revisions.ts';
import { useStoredDraftFlag } from './kept-drafts.ts';
import { problemOf } from '@konsil/api/problem';
import { deleteDraft, isDeleted, pendingDeletion, temporaryProblems, checkPauseMs } from './sent-drafts.ts';
import { sessionResumed } from '@konsil/api/session-signals';

const delay = 800;
const givenUp = ['internal', 'not_found'];
const unsavedStatus: Record<string, DraftStatus> = { quota: 'full', conflict: 'gone' };

export type DraftStatus = 'loading' | 'empty' | 'saving' | 'saved' | 'waiting' | 'full' | 'refused' | 'gone';
export type DraftDecision = 'taken' | 'kept' | 'back';
export interface Draft<T> {
  /** The saved content when the form opened; null if there was none. */
  restored: T | null;
  /**
   * `waiting`: not saved yet, retried once there is a connection and a session. `full`: over the limit until other
   * drafts were sent. `refused`: may not be saved any more, e.g. in a case no longer shared with its doctor. `gone`:
   * continued, sent or discarded in another window or device; this version is local until `takeOver` or `keepMine`
   * decides.
   */
  status: DraftStatus;
  /** Time of the last save, ISO 8601. */
  savedAt: string | null;
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
  /** The version that was last replaced here, or null. */
  replaced: T | null;
  /** Shows and saves `replaced`, in exchange for the current version. */
  bringBack: () => void;
  /** The last decision, until the user types on. */
  decided: DraftDecision | null;
}

type Content = Record<string, unknown>;

/** Unsaved content by key; outlives its form. */
const unsaved = new Map<string, Content>();
const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault();
const forget = (key: string) => {
  unsaved.delete(key);
  if (unsaved.size === 0) window.removeEventListener('beforeunload', askBeforeClosing);
};

/**
 * Keeps form input on the server until it is sent (docs/product.md section 1): survives a reload, an expired session
 * and a lost connection; failed saves are retried, also after the form was closed. A draft continued in another window
 * or device is read when the user returns, with status `loading` meanwhile. `key` names the form and its case, e.g.
 * `message:<caseId>`.
 */
export function useDraft<T extends Content>(key: DraftKey): Draft<T> {
  const [restored, setRestored] = useState<T | null>(null);
  const [status, setStatus] = useState<DraftStatus>('loading');
  const [savedAt, setSavedAt] = useState<string | null>(null);
  /** Counts reads: incremented when the draft changed elsewhere. */
  const [readings, setReadings] = useState(0);
  const [replaced, setReplaced] = useState<T | null>(null);
  const [decided, setDecided] = useState<DraftDecision | null>(null);
  /** The content shown in the form. */
  const shown = useRef<T>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dropped = useRef(false);
  const saving = useRef<Promise<unknown>>(undefined);

  const save = useCallback(
    async function again(keepalive = false): Promise<void> {
      clearTimeout(timer.current);
      const deleting = unsaved.has(key) && pendingDeletion(key);
      if (deleting) await deleting;
      const content = unsaved.get(key);
      if (!content) return;
      setStatus((before) => (before === 'waiting' || before === 'gone' ? before : 'saving'));
      const { revision, over } = nextRevision(key);
      if (keepalive) markSavePending(key, revision);
      try {
        const call = draftCalls.saveDraft({ params: { key }, body: { content, revision, over }, keepalive });
        saving.current = call.catch(() => undefined);
        const { updated_at } = await call;
        saved(key, revision);
        if (dropped.current) return;
        if (unsaved.get(key) === content) forget(key);
        setSavedAt(updated_at);
        setStatus(unsaved.has(key) ? 'saving' : 'saved');
      } catch (error) {
        const { code } = problemOf(error);
        if (code === 'not_found') {
          forget(key);
          return setStatus('refused');
        }
        // Newer input of this window came first.
        if (code === 'conflict' && unsaved.get(key) !== content) return;
        setStatus(unsavedStatus[code] ?? 'waiting');
        if (code === 'conflict') setDecided(null);
        window.addEventListener('beforeunload', askBeforeClosing);
        if (temporaryProblems.includes(code)) timer.current = setTimeout(() => void again(), checkPauseMs);
      } finally {
        clearSavePending(key, revision);
      }
    },
    [key],
  );

  useEffect(() => {
    let current = true;
    let retry: ReturnType<typeof setTimeout>;
    const read = async () => {
      const left = unsaved.get(key);
      if (left) return { content: left, updated_at: null };
      return isDeleted(key) ? null : readDraft(key);
    };
    const load = () => {
      read().then(
        (draft) => {
          if (!current) return;
          shown.current = (draft?.content as T | undefined) ?? null;
          setRestored(shown.current);
          setSavedAt(draft?.updated_at ?? null);
          setStatus(draft ? 'saved' : 'empty');
          void save();
        },
        (error: unknown) => {
          if (!current) return;
          // Input before the draft is loaded would overwrite it, so keep loading; gives up only if it is unreadable or
          // forbidden.
          if (!givenUp.includes(problemOf(error).code)) return void (retry = setTimeout(load, checkPauseMs));
          allowAnyOverwrite(key);
          setStatus('empty');
        },
      );
    };
    load();
    return () => {
      current = false;
      clearTimeout(retry);
    };
  }, [key, save, readings]);

  useEffect(() => {
    if (status !== 'saved' && status !== 'empty') return undefined;
    let current = true;
    // A returning tab fires two events: visibility and focus.
    let looking: Promise<void> | undefined;
    const isOpen = () => !dropped.current && !unsaved.has(key);
    const look = async () => {
      if (document.visibilityState !== 'visible' || !isOpen()) return;
      const draft = await draftCalls.getDraft({ params: { key } }).catch(() => undefined);
      const isAsBefore = draft === undefined || (draft?.updated_at ?? null) === savedAt;
      if (!current || isAsBefore || !isOpen()) return;
      if (!draft) {
        setSavedAt(null);
        return setStatus('gone');
      }
      setStatus('loading');
      setReadings((before) => before + 1);
    };
    const lookAgain = () => void (looking ??= look().finally(() => (looking = undefined)));
    window.addEventListener('focus', lookAgain);
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      current = false;
      window.removeEventListener('focus', lookAgain);
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }, [key, status, savedAt]);

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

  const keep = useCallback(
    (content: T) => {
      dropped.current = false;
      shown.current = content;
      setDecided(null);
      unsaved.set(key, content);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), delay);
    },
    [key, save],
  );

  const drop = useCallback(async () => {
    dropped.current = true;
    forget(key);
    clearTimeout(timer.current);
    // A pending save must not arrive after the deletion.
    await saving.current;
    await deleteDraft(key);
    setSavedAt(null);
    setStatus('empty');
    setReplaced(null);
    setDecided(null);
  }, [key]);

  const show = (decision: DraftDecision) => {
    clearTimeout(timer.current);
    setReplaced(shown.current);
    setDecided(decision);
    setStatus('loading');
    setReadings((before) => before + 1);
  };
  const takeOver = async () => {
    await readDraft(key);
    forget(key);
    show('taken');
  };
  const keepMine = async () => {
    if (shown.current) unsaved.set(key, shown.current);
    // Without a connection it is read again later.
    await readDraft(key).catch(() => undefined);
    setStatus('saving');
    setDecided('kept');
    await save();
  };
  const bringBack = () => {
    if (replaced) unsaved.set(key, replaced);
    show('back');
  };

  useStoredDraftFlag(status === 'saved' || status === 'saving');
  return { restored, status, savedAt, keep, drop, takeOver, keepMine, replaced, bringBack, decided };
}
