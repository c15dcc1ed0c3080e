import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { offerSignIn } from '@konsil/api/resuming';
import { useSessionClock } from '@konsil/auth';
import { SessionEnded } from './SessionEnded.tsx';
import { SessionEnding } from './SessionEnding.tsx';

/** Announces the end of the session. While it is over, the page is kept but not shown: others may pass by the screen. Whoever signs in again is where they were. */
export function SessionWatch({ children }: { children: ReactNode }) {
  const { phase, secondsLeft } = useSessionClock();
  const place = useRef<Element>(null);
  const ended = phase === 'ended';
  useEffect(() => offerSignIn(), []);
  useEffect(() => {
    if (!ended) return;
    // What is hidden cannot keep the focus.
    return () => (place.current as HTMLElement | null)?.focus();
  }, [ended]);
  return (
    <>
      <div
        style={{ display: 'contents', visibility: ended ? 'hidden' : undefined }}
        onFocus={({ target }) => (place.current = target)}
      >
        {children}
      </div>
      {phase === 'ending' && <SessionEnding secondsLeft={secondsLeft} />}
      {ended && <SessionEnded />}
    </>
  );
}
