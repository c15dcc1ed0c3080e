// @bundle route
import { useEffect } from 'react';

/** Retries when a lost connection is back. */
export function useOnceOnline(retry: () => void): void {
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [retry]);
}
