import { measurementsSchema, measurementsVersion, type Measurement } from '@konsil/contracts/measurements';
import { useCallback, useEffect, useRef, useState } from 'react';
import { whenIdle } from '../engine/when-idle.ts';
import { dicomWeb, NotAvailable } from '../study/dicom-web.ts';
import { merged } from './merge-measurements.ts';

const pause = 800;
const againAfter = 5000;
const mostUndo = 50;

/**
 * `here`: not saved on the server, so they last only as long as the page. `newer`: saved in a format that this page
 * does not know, so it leaves them unchanged.
 */
export type Keeping = 'loading' | 'here' | 'saved' | 'saving' | 'failed' | 'newer';

export interface MeasurementsState {
  items: readonly Measurement[];
  keeping: Keeping;
  /** The time of the last save. */
  savedAt: Date | null;
  selected: string | null;
  select: (id: string | null) => void;
  add: (item: Measurement) => void;
  change: (id: string, change: Partial<Pick<Measurement, 'points' | 'name' | 'for_answer'>>) => void;
  remove: (id: string) => void;
  /** @param but those that stay */
  removeAll: (but: ReadonlySet<string>) => void;
  undo: () => void;
  canUndo: boolean;
}

/** The measurements of a case: on the page at once, kept on the server shortly after. */
export function useMeasurements(studyUid: string, ready: boolean): MeasurementsState {
  const [items, setItems] = useState<readonly Measurement[]>([]);
  const past = useRef<(readonly Measurement[])[]>([]);
  const [canUndo, setCanUndo] = useState(false);
  const [keeping, setKeeping] = useState<Keeping>(dicomWeb.own ? 'loading' : 'here');
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [selected, select] = useState<string | null>(null);
  /** The server's state, as far as this page knows. */
  const base = useRef<{ items: readonly Measurement[]; revision: string | null } | null>(null);
  const latest = useRef(items);
  const writing = useRef(false);

  const set = useCallback((next: readonly Measurement[]) => {
    latest.current = next;
    setItems(next);
  }, []);

  /** Reads the saved measurements and merges them with those made meanwhile. */
  const read = useCallback(async (): Promise<boolean> => {
    const kept = await dicomWeb.measurements(studyUid);
    if (!kept) {
      setKeeping('here');
      return false;
    }
    const content = measurementsSchema.safeParse(kept.content);
    if (!content.success) {
      setKeeping('newer');
      return false;
    }
    const theirs = content.data.items;
    set(merged(base.current?.items ?? [], latest.current, theirs));
    base.current = { items: theirs, revision: kept.revision };
    return true;
  }, [studyUid, set]);

  const write = useCallback(
    async (leaving = false): Promise<void> => {
      if (!base.current || (writing.current && !leaving) || latest.current === base.current.items) return;
      writing.current = true;
      setKeeping('saving');
      const sent = latest.current;
      try {
        const answer = await dicomWeb.keepMeasurements(
          studyUid,
          { content: { version: measurementsVersion, items: [...sent] }, over: base.current.revision },
          leaving,
        );
        if (answer === 'conflict') {
          if (await read()) setKeeping('failed');
        } else {
          base.current = { items: sent, revision: answer.revision };
          setSavedAt(new Date());
          setKeeping(latest.current === sent ? 'saved' : 'failed');
        }
      } catch (failure) {
        setKeeping(failure instanceof NotAvailable ? 'here' : 'failed');
      } finally {
        writing.current = false;
      }
    },
    [studyUid, read],
  );

  useEffect(() => {
    if (!ready || !dicomWeb.own) return undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const begin = () =>
      read().then(
        (kept) => kept && setKeeping('saved'),
        (failure: unknown) => {
          if (gone) return;
          if (failure instanceof NotAvailable) setKeeping('here');
          else again = setTimeout(() => void begin(), againAfter);
        },
      );
    // Not before the first picture is on the screen.
    const callOff = whenIdle(() => void begin());
    return () => {
      gone = true;
      callOff();
      clearTimeout(again);
    };
  }, [ready, read]);

  // A moment after the last change, again after a failure, and at once when the page is left.
  useEffect(() => {
    if (!base.current || latest.current === base.current.items) return undefined;
    const timer = setTimeout(() => void write(), keeping === 'failed' ? againAfter : pause);
    return () => clearTimeout(timer);
  }, [items, keeping, write]);
  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') void write(true);
    };
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, [write]);

  const act = useCallback(
    (next: (before: readonly Measurement[]) => readonly Measurement[]) => {
      const before = latest.current;
      past.current = [...past.current, before].slice(-mostUndo);
      setCanUndo(true);
      set(next(before));
    },
    [set],
  );
  return {
    items,
    keeping,
    savedAt,
    selected,
    select,
    add: useCallback(
      (item) => {
        act((all) => [...all, item]);
        select(item.id);
      },
      [act],
    ),
    change: useCallback(
      (id, change) => act((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one))),
      [act],
    ),
    remove: useCallback((id) => act((all) => all.filter((one) => one.id !== id)), [act]),
    removeAll: useCallback((but) => act((all) => all.filter(({ id }) => but.has(id))), [act]),
    undo: useCallback(() => {
      const last = past.current.pop();
      if (last) set(last);
      setCanUndo(past.current.length > 0);
    }, [set]),
    canUndo,
  };
}
