import { useEffect, useState } from 'react';

/** The value once it has not changed for `wait` milliseconds: a search that follows typing without a call for every key. */
export function useSettled<T>(value: T, wait = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return settled;
}
