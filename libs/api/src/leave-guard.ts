import { useEffect } from 'react';

const guards = new Set<symbol>();

/** True while a form on the page holds work that was not saved; the frame asks before it leaves. */
export const holdsUnsavedWork = (): boolean => guards.size > 0;

/** Guards the page against being left while `unsaved`: the browser asks on closing, the frame on links. */
export const useLeaveGuard = (unsaved: boolean): void => {
  useEffect(() => {
    if (!unsaved) return;
    const guard = Symbol('unsaved');
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    guards.add(guard);
    window.addEventListener('beforeunload', warn);
    return () => {
      guards.delete(guard);
      window.removeEventListener('beforeunload', warn);
    };
  }, [unsaved]);
};
