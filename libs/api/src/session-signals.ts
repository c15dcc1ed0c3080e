type Listener = () => void;

const signal = () => {
  const listeners = new Set<Listener>();
  return {
    emit: () => listeners.forEach((listener) => listener()),
    /** Returns the unsubscribe function. */
    listen: (listener: Listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

/** A request got 401: the session has ended on the server. Open forms stay. */
export const sessionEnded = signal();
/** The user signed in again on an open page: failed requests can be retried. */
export const sessionResumed = signal();
/** A request got 2xx, which the server counts as activity. */
export const sessionUsed = signal();
