import { useEffect, useRef } from 'react';
import type { TriageAct } from './triage';
import type { Shortcut } from './shortcuts';

/** Something that the current page does, by its key in the texts of the shortcuts. */
export type ActName = `names.${Shortcut}` | `list.${TriageAct}`;
export interface PageAct {
  name: ActName;
  /** The cases that it changes, if it is about chosen rows. */
  of?: readonly string[];
  run: () => void;
}

const sources = new Set<() => readonly PageAct[]>();

/**
 * The actions of the mounted page. Of several with one name the newest counts, because a page may replace one of the
 * frame.
 */
export const pageActs = (): PageAct[] => [
  ...new Map([...sources].flatMap((acts) => acts()).map((act) => [act.name, act])).values(),
];

/** Offers actions in the command palette while mounted. */
export function usePageActs(acts: () => readonly PageAct[]): void {
  const newest = useRef(acts);
  useEffect(() => {
    newest.current = acts;
  });
  useEffect(() => {
    const source = () => newest.current();
    sources.add(source);
    return () => void sources.delete(source);
  }, []);
}
