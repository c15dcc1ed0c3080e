import { useEffect } from 'react';

/** The message of each guard when leaving; undefined for the default. */
const guards = new Map<symbol, string | undefined>();
/** The message of each guard when signing out: work that survives navigation but ends with the session. */
const signOutGuards = new Map<symbol, string>();
/** The user has confirmed our question: the browser need not ask again. */
let released = false;
let askPerson: ((signOut: () => void) => void) | null = null;

/** True if a form on the page has unsaved input; the frame asks before leaving. */
export const hasUnsavedChanges = (): boolean => guards.size > 0;

/** The warning of the form about lost input; undefined for the default text. */
export const lossWarning = (): string | undefined => [...guards.values()].find(Boolean);

/** The warning about lost input when signing out; undefined for the default text. */
export const signOutLossWarning = (): string | undefined => [...signOutGuards.values()][0] ?? lossWarning();

/** Makes the browser ask before the page is closed. @returns the function that removes it */
export const confirmOnClose = (): (() => void) => {
  const warn = (event: BeforeUnloadEvent) => {
    if (!released) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  return () => window.removeEventListener('beforeunload', warn);
};

/**
 * Guards the page while `unsaved`: the browser asks on closing, the frame on links, with `said` as a special message.
 */
export const useLeaveGuard = (unsaved: boolean, said?: string): void => {
  useEffect(() => {
    if (!unsaved) return;
    const guard = Symbol('unsaved');
    guards.set(guard, said);
    const stopAsking = confirmOnClose();
    return () => {
      guards.delete(guard);
      stopAsking();
    };
  }, [unsaved, said]);
};

/** Guards signing out while there is a message about what would be lost, on any page. */
export const useSignOutGuard = (said: string | undefined): void => {
  useEffect(() => {
    if (said === undefined) return;
    const guard = Symbol('unsent');
    signOutGuards.set(guard, said);
    return () => void signOutGuards.delete(guard);
  }, [said]);
};

/** Signs out, after a confirmation if anything would be lost and a handler is registered. */
export const confirmAndSignOut = (signOut: () => void): void => {
  if (!askPerson || guards.size + signOutGuards.size === 0) return signOut();
  askPerson(() => {
    released = true;
    signOut();
  });
};

/** Registers the confirmation handler, which gets the action to run. @returns the function that removes it */
export const setSignOutConfirmation = (ask: typeof askPerson): (() => void) => {
  askPerson = ask;
  return () => {
    askPerson = null;
  };
};
