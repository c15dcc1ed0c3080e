/** The last request got no response, although the browser may count as online. */
let unanswered = false;
const listeners = new Set<() => void>();

/** Records for each request whether the server was reached; any response counts. */
export const recordReachability = (reached: boolean): void => {
  if (unanswered === !reached) return;
  unanswered = !reached;
  for (const changed of listeners) changed();
};

/** True if the server is reachable, judged by the browser and the last request. */
export const isConnected = (): boolean => navigator.onLine && !unanswered;

/** Observes changes; returns the unsubscribe function. */
export const subscribeToConnection = (changed: () => void): (() => void) => {
  const back = () => {
    recordReachability(true);
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
