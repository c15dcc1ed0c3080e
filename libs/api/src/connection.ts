/** The last call got no answer, although the browser may count as online. */
let unanswered = false;
const listeners = new Set<() => void>();

/** Says of every call whether the server was reached; any answer at all counts. */
export const noteReached = (reached: boolean): void => {
  if (unanswered === !reached) return;
  unanswered = !reached;
  for (const changed of listeners) changed();
};

/** Whether the server can be reached, as far as the browser and the last call tell. */
export const isConnected = (): boolean => navigator.onLine && !unanswered;

/** Tells of changes; returns the function that stops it. */
export const followConnection = (changed: () => void): (() => void) => {
  const back = () => {
    noteReached(true);
    changed();
  };
  listeners.add(changed);
  window.addEventListener('offline', changed);
  window.addEventListener('online', back);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('offline', changed);
    window.removeEventListener('online', back);
  };
};
