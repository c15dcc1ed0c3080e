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
  const [selected, setSelected] = useState<string | null>(null);
  /** The measurement whose name is being typed: all its letters are undone together. */
  const naming = useRef<string | null>(null);
  /** The server's state, as far as this page knows. */
  const base = useRef<{ items: readonly Measurement[]; revision: string | null } | null>(null);
  const latest = useRef(items);
  /** On its way to the server. */
  const writing = useRef<readonly Measurement[] | null>(null);

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
      const sent = latest.current;
      writing.current = sent;
      setKeeping('saving');
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
          // Later changes are written after the usual pause.
          setKeeping('saved');
        }
      } catch (failure) {
        setKeeping(failure instanceof NotAvailable ? 'here' : 'failed');
      } finally {
        writing.current = null;
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
  // The write at leaving would come too late, or be refused because of the one before it.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      const isUnsaved = base.current ? latest.current !== base.current.items : latest.current.length > 0;
      const isOvertaken = writing.current !== null && writing.current !== latest.current;
      if (isUnsaved && (isOvertaken || keeping === 'failed' || keeping === 'loading')) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [keeping]);

  const act = useCallback(
    (next: (before: readonly Measurement[]) => readonly Measurement[], named: string | null = null) => {
      const before = latest.current;
      if (named === null || naming.current !== named) past.current = [...past.current, before].slice(-mostUndo);
      naming.current = named;
      setCanUndo(true);
      set(next(before));
    },
    [set],
  );
  const select = useCallback((id: string | null) => {
    naming.current = null;
    setSelected(id);
  }, []);
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
      [act, select],
    ),
    change: useCallback(
      (id, change) =>
        act(
          (all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)),
          change.name === undefined ? null : id,
        ),
      [act],
    ),
    remove: useCallback((id) => act((all) => all.filter((one) => one.id !== id)), [act]),
    removeAll: useCallback((but) => act((all) => all.filter(({ id }) => but.has(id))), [act]),
    undo: useCallback(() => {
      naming.current = null;
      const last = past.current.pop();
      if (last) set(last);
      setCanUndo(past.current.length > 0);
    }, [set]),
    canUndo,
  };
}
