import { useCallback, useEffect, useRef, useState } from 'react';
import { accountRoutes as routes } from '@konsil/contracts/accounts';
import type { DraftKey } from '@konsil/contracts/accounts';
import { ask } from './ask.ts';
import { arrived, leaveUnderWay, mayReplaceAny, nextRevision, readDraft, saved } from './draft-revisions.ts';
import { useKept } from './kept-drafts.ts';
import { problemOf } from './problem.ts';
import { deleteDraft, isDeleted, keepAgain, passing, pause } from './sent-drafts.ts';
import { sessionResumed } from './session-signals.ts';

const delay = 800;
const givenUp = ['internal', 'not_found'];
const unsavedStatus: Record<string, DraftStatus> = { quota: 'full', conflict: 'gone' };

export type DraftStatus = 'loading' | 'empty' | 'saving' | 'saved' | 'waiting' | 'full' | 'refused' | 'gone';
export type DraftDecision = 'taken' | 'kept' | 'back';
export interface Draft<T> {
  /** What was kept when the form opened; null when there was nothing. */
  restored: T | null;
  /**
   * `waiting`: could not be saved yet, is tried again as soon as there is a connection and a session.
   * `full`: there is no room for it until others were sent.
   * `refused`: may not be kept any more, such as in a case that is not shared with its doctor now.
   * `gone`: went on in another window or on another device, or was sent or given up there: the text here stands here alone,
   * until `takeOver` or `keepMine` decides.
   */
  status: DraftStatus;
  /** When it was last saved, ISO 8601. */
  savedAt: string | null;
  /** Keeps the newest content; saved after a short rest. */
  keep: (content: T) => void;
  /** Drops the draft, after its content was sent. */
  drop: () => Promise<void>;
  /** Shows what stands elsewhere, nothing where it was sent or given up; what stood here can be brought back. @throws {Problem} when it cannot be read; then all stays as it is */
  takeOver: () => Promise<void>;
  /** Saves what stands here over what stands elsewhere. */
  keepMine: () => Promise<void>;
  /** What last gave way here, null where nothing did. */
  replaced: T | null;
  /** Shows and saves `replaced`; what stands here takes its place. */
  bringBack: () => void;
  /** What was decided, until somebody types on. */
  decided: DraftDecision | null;
}

type Content = Record<string, unknown>;

/** What the server does not have yet, by key; outlives the form that it was typed into. */
const unsaved = new Map<string, Content>();
const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault();
const forget = (key: string) => {
  unsaved.delete(key);
  if (unsaved.size === 0) window.removeEventListener('beforeunload', askBeforeClosing);
};

/**
 * What somebody types, kept by the server until it is sent (docs/product.md section 1): survives a reload, the end of the
 * session and a lost connection; what could not be saved is tried again, also after its form was left. What was
 * continued in another window or on another device is read when somebody comes back to this one, the status is
 * `loading` meanwhile. `key` names the form and its case, e.g. `message:<caseId>`.
 */
export function useDraft<T extends Content>(key: DraftKey): Draft<T> {
  const [restored, setRestored] = useState<T | null>(null);
  const [status, setStatus] = useState<DraftStatus>('loading');
  const [savedAt, setSavedAt] = useState<string | null>(null);
  /** Counts the times it is read: once more when it was changed elsewhere. */
  const [readings, setReadings] = useState(0);
  const [replaced, setReplaced] = useState<T | null>(null);
  const [decided, setDecided] = useState<DraftDecision | null>(null);
  /** What stands in the form. */
  const shown = useRef<T>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dropped = useRef(false);
  const saving = useRef<Promise<unknown>>(undefined);

  const save = useCallback(
    async function again(keepalive = false): Promise<void> {
      clearTimeout(timer.current);
      const deleting = unsaved.has(key) && keepAgain(key);
      if (deleting) await deleting;
      const content = unsaved.get(key);
      if (!content) return;
      setStatus((before) => (before === 'waiting' || before === 'gone' ? before : 'saving'));
      const { revision, over } = nextRevision(key);
      if (keepalive) leaveUnderWay(key, revision);
      try {
        const call = ask(routes.saveDraft, { params: { key }, body: { content, revision, over }, keepalive });
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
        // Newer words of this window came first.
        if (code === 'conflict' && unsaved.get(key) !== content) return;
        setStatus(unsavedStatus[code] ?? 'waiting');
        if (code === 'conflict') setDecided(null);
        window.addEventListener('beforeunload', askBeforeClosing);
        if (passing.includes(code)) timer.current = setTimeout(() => void again(), pause);
      } finally {
        arrived(key, revision);
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
          // What is typed into a form without its draft would be saved over it; only one that cannot be read, or may not, is given up.
          if (!givenUp.includes(problemOf(error).code)) return void (retry = setTimeout(load, pause));
          mayReplaceAny(key);
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
    // A tab that comes back is told of twice: it is seen again, and has the focus.
    let looking: Promise<void> | undefined;
    const isOpen = () => !dropped.current && !unsaved.has(key);
    const look = async () => {
      if (document.visibilityState !== 'visible' || !isOpen()) return;
      const draft = await ask(routes.getDraft, { params: { key } }).catch(() => undefined);
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
    // A saving that is still under way must not come after the dropping.
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
    // Without a connection it is asked again, when there is one.
    await readDraft(key).catch(() => undefined);
    setStatus('saving');
    setDecided('kept');
    await save();
  };
  const bringBack = () => {
    if (replaced) unsaved.set(key, replaced);
    show('back');
  };

  useKept(status === 'saved' || status === 'saving');
  return { restored, status, savedAt, keep, drop, takeOver, keepMine, replaced, bringBack, decided };
}
