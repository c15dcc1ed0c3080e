import { useEffect } from 'react';

const kept = new Set<symbol>();

/** Whether a form on the page has a draft that the server keeps. */
export const keepsDraft = (): boolean => kept.size > 0;

/** Tells of a form on the page whether its draft is kept. */
export const useKept = (isKept: boolean): void => {
  useEffect(() => {
    if (!isKept) return undefined;
    const draft = Symbol('draft');
    kept.add(draft);
    return () => void kept.delete(draft);
  }, [isKept]);
};
