import { useEffect } from 'react';

/** What each says when somebody wants to leave; nothing where the usual question will do. */
const guards = new Map<symbol, string | undefined>();
/** What each says when somebody wants to sign out: work that goes on while pages change, and ends with the session. */
const signOutGuards = new Map<symbol, string>();
/** The person has said yes to our question: the browser need not ask again. */
let released = false;
let askPerson: ((signOut: () => void) => void) | null = null;

/** True while a form on the page holds work that was not saved; the frame asks before it leaves. */
export const holdsUnsavedWork = (): boolean => guards.size > 0;

/** What would be lost, in the words of the form that holds it; undefined where the usual ones will do. */
export const whatWouldBeLost = (): string | undefined => [...guards.values()].find(Boolean);

/** The same for signing out. */
export const whatSigningOutLoses = (): string | undefined => [...signOutGuards.values()][0] ?? whatWouldBeLost();

/** The browser asks before the page is closed. @returns what ends that */
export const askOnClosing = (): (() => void) => {
  const warn = (event: BeforeUnloadEvent) => {
    if (!released) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  return () => window.removeEventListener('beforeunload', warn);
};

/** Guards the page against being left while `unsaved`: the browser asks on closing, the frame on links, with `said` if there is something special to say. */
export const useLeaveGuard = (unsaved: boolean, said?: string): void => {
  useEffect(() => {
    if (!unsaved) return;
    const guard = Symbol('unsaved');
    guards.set(guard, said);
    const stopAsking = askOnClosing();
    return () => {
      guards.delete(guard);
      stopAsking();
    };
  }, [unsaved, said]);
};

/** Guards against signing out as long as there is something to say: what would be lost by it, on whatever page it is. */
export const useSignOutGuard = (said: string | undefined): void => {
  useEffect(() => {
    if (said === undefined) return;
    const guard = Symbol('unsent');
    signOutGuards.set(guard, said);
    return () => void signOutGuards.delete(guard);
  }, [said]);
};

/** Signs out, but asks first where something would be lost; without anybody who asks it is done at once. */
export const signOutAfterAsking = (signOut: () => void): void => {
  if (!askPerson || guards.size + signOutGuards.size === 0) return signOut();
  askPerson(() => {
    released = true;
    signOut();
  });
};

/** Who asks the person, given what to do after a yes. @returns what takes that back */
export const askBeforeSigningOut = (ask: typeof askPerson): (() => void) => {
  askPerson = ask;
  return () => {
    askPerson = null;
  };
};
