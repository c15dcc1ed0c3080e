import { useCallback, useEffect, useRef, useState } from 'react';
import { accountRoutes as routes } from '@konsil/contracts/accounts';
import { ask } from './ask.ts';
import { problemOf } from './problem.ts';
import { sessionResumed } from './session-signals.ts';

const delay = 800;

export type DraftStatus = 'loading' | 'empty' | 'saving' | 'saved' | 'waiting';
export interface Draft<T> {
  /** What was kept when the form opened; null when there was nothing. */
  restored: T | null;
  /** `waiting`: could not be saved yet, is tried again as soon as there is a connection and a session. */
  status: DraftStatus;
  /** When it was last saved, ISO 8601. */
  savedAt: string | null;
  /** Keeps the newest content; saved after a short rest. */
  keep: (content: T) => void;
  /** Drops the draft, after its content was sent. */
  drop: () => Promise<void>;
}

type Content = Record<string, unknown>;

/**
 * What somebody types, kept by the server until it is sent (product.md section 1): survives a reload, the end of the
 * session and a lost connection. `key` names the form and its case, e.g. `message:<caseId>`.
 */
export function useDraft<T extends Content>(key: string): Draft<T> {
  const [restored, setRestored] = useState<T | null>(null);
  const [status, setStatus] = useState<DraftStatus>('loading');
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const unsaved = useRef<T | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dropped = useRef(false);
  const saving = useRef<Promise<unknown>>(undefined);

  const save = useCallback(async (keepalive = false) => {
    clearTimeout(timer.current);
    const content = unsaved.current;
    if (!content) return;
    setStatus('saving');
    try {
      const call = ask(routes.saveDraft, { params: { key }, body: { content }, keepalive });
      saving.current = call.catch(() => undefined);
      const { updated_at } = await call;
      if (dropped.current) return;
      if (unsaved.current === content) unsaved.current = null;
      setSavedAt(updated_at);
      setStatus(unsaved.current ? 'saving' : 'saved');
    } catch (error) {
      problemOf(error);
      setStatus('waiting');
    }
  }, [key]);

  useEffect(() => {
    let current = true;
    ask(routes.getDraft, { params: { key } }).then(
      (draft) => {
        if (!current) return;
        setRestored((draft?.content as T | undefined) ?? null);
        setSavedAt(draft?.updated_at ?? null);
        setStatus(draft ? 'saved' : 'empty');
      },
      // The form opens without its draft rather than not at all.
      () => current && setStatus('empty'),
    );
    return () => {
      current = false;
    };
  }, [key]);

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

  const keep = useCallback((content: T) => {
    dropped.current = false;
    unsaved.current = content;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), delay);
  }, [save]);

  const drop = useCallback(async () => {
    dropped.current = true;
    unsaved.current = null;
    clearTimeout(timer.current);
    // A saving that is still under way must not come after the dropping.
    await saving.current;
    await ask(routes.deleteDraft, { params: { key } }).catch(problemOf);
    setSavedAt(null);
    setStatus('empty');
  }, [key]);

  return { restored, status, savedAt, keep, drop };
}
