import { useEffect } from 'react';

/** What each says when somebody wants to leave; nothing where the usual question will do. */
const guards = new Map<symbol, string | undefined>();

/** True while a form on the page holds work that was not saved; the frame asks before it leaves. */
export const holdsUnsavedWork = (): boolean => guards.size > 0;

/** What would be lost, in the words of the form that holds it; undefined where the usual ones will do. */
export const whatWouldBeLost = (): string | undefined => [...guards.values()].find(Boolean);

/** Guards the page against being left while `unsaved`: the browser asks on closing, the frame on links, with `said` if there is something special to say. */
export const useLeaveGuard = (unsaved: boolean, said?: string): void => {
  useEffect(() => {
    if (!unsaved) return;
    const guard = Symbol('unsaved');
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    guards.set(guard, said);
    window.addEventListener('beforeunload', warn);
    return () => {
      guards.delete(guard);
      window.removeEventListener('beforeunload', warn);
    };
  }, [unsaved, said]);
};
