import { useEffect, useMemo, useState } from 'react';

/**
 * The value once it has not changed for `wait` milliseconds: a search that follows typing without a call for every key.
 * @param value plain data, compared by content, not by identity
 */
export function useDebounced<T>(value: T, wait = 250): T {
  const said = JSON.stringify(value);
  const [settled, setSettled] = useState(said);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(said), wait);
    return () => clearTimeout(timer);
  }, [said, wait]);
  return useMemo(() => JSON.parse(settled) as T, [settled]);
}
