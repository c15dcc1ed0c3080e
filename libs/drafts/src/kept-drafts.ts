import { useEffect } from 'react';

const kept = new Set<symbol>();

/** True if a form on the page has a draft on the server. */
export const hasStoredDraft = (): boolean => kept.size > 0;

/** Registers whether a form's draft is saved. */
export const useStoredDraftFlag = (isKept: boolean): void => {
  useEffect(() => {
    if (!isKept) return undefined;
    const draft = Symbol('draft');
    kept.add(draft);
    return () => void kept.delete(draft);
  }, [isKept]);
};
