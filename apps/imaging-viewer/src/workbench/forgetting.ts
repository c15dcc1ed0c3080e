/** Caches a promise for all callers, but not a rejected one. */
export const cacheUntilRejected = <T, Args extends unknown[]>(
  load: (...args: Args) => Promise<T>,
): ((...args: Args) => Promise<T>) => {
  let loading: Promise<T> | undefined;
  return (...args) => {
    loading ??= load(...args).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
};
