const first = 2_000;
const longest = 30_000;

/** Retry delays that double with each attempt until the upload is done. */
export const createRetryDelays = (onEnd: (id: string) => void) => {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const lengths = new Map<string, number>();
  const wakeNow = (id: string) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  return {
    start: (id: string) => {
      wakeNow(id);
      const length = lengths.get(id) ?? first;
      lengths.set(id, Math.min(longest, length * 2));
      timers.set(
        id,
        setTimeout(() => {
          timers.delete(id);
          onEnd(id);
        }, length),
      );
    },
    has: (id: string) => timers.has(id),
    wakeNow,
    /** Resets the delay of an upload that is done or removed. */
    end: (id: string) => {
      wakeNow(id);
      lengths.delete(id);
    },
  };
};
