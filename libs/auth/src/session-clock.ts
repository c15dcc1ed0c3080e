import { useEffect, useState } from 'react';
import { useAuthState, useSessionClient } from './SessionProvider.tsx';

/** Time between the announcement of an expiring session and its end (docs/product.md section 3). */
const usualWarning = 120;
const longestTimer = 2 ** 31 - 1;

export interface SessionClock {
  /** `ending`: less than two minutes left; `ended`: the user must sign in again, the page stays. */
  phase: 'running' | 'ending' | 'ended';
  secondsLeft: number;
}

/**
 * Tracks the end of the session: every successful request extends it, the server's value wins. The warning takes up
 * half of the idle timeout at most: otherwise it would never go away.
 */
export function useSessionClock(warningSeconds = usualWarning, idleMinutes = Infinity): SessionClock {
  const warning = Math.min(warningSeconds, (idleMinutes * 60) / 2) * 1000;
  const client = useSessionClient();
  const { endsAt, ended } = useAuthState();
  const [now, setNow] = useState(Date.now);
  const left = endsAt === null ? Infinity : endsAt - now;
  const ending = !ended && left <= warning;
  const over = ending && left <= 0;

  useEffect(() => {
    if (endsAt === null || ended) return;
    const look = () => void client.refetch().then(() => setNow(Date.now()));
    const timer = setTimeout(look, Math.min(Math.max(endsAt - warning - Date.now(), 0), longestTimer));
    return () => clearTimeout(timer);
  }, [client, endsAt, ended, warning]);

  useEffect(() => {
    if (!ending) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ending]);

  useEffect(() => {
    if (over) void client.refetch();
  }, [client, over]);

  return { phase: ended ? 'ended' : ending ? 'ending' : 'running', secondsLeft: Math.max(0, Math.ceil(left / 1000)) };
}
