type Listener = () => void;

const signal = () => {
  const listeners = new Set<Listener>();
  return {
    emit: () => listeners.forEach((listener) => listener()),
    /** Returns the function that stops listening. */
    listen: (listener: Listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

/** A call was answered 401: the session is over on the server. Open forms stay as they are. */
export const sessionEnded = signal();
/** Somebody signed in again over an open page: what failed may be tried again. */
export const sessionResumed = signal();
/** A call was answered 2xx: the server counts it as activity. */
export const sessionUsed = signal();
