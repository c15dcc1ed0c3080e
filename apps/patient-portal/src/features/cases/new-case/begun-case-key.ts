// Separate from begun-case.ts, so that the start page need not load the schemas where nothing was begun.

/** The name under which a begun case is kept. */
export const begunCaseKey = 'konsil-begun-case';

/** True if anything is stored, readable or not. */
export const hasBegunCase = (): boolean => {
  try {
    return localStorage.getItem(begunCaseKey) !== null;
  } catch {
    // Storage is blocked.
    return false;
  }
};
