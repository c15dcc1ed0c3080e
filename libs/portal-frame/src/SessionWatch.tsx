import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { registerSignInOffer } from '@konsil/api/resuming';
import { useSessionClock } from '@konsil/auth';
import { usePortal } from './portal.ts';
import { SessionEnded } from './SessionEnded.tsx';
import type { SignInAgain } from './SessionEnded.tsx';
import { SessionEnding } from './SessionEnding.tsx';

/**
 * Announces the end of the session. An expired session keeps the page mounted but hidden from others; signing in again
 * continues it.
 */
export function SessionWatch({ SignInAgain, children }: { SignInAgain: SignInAgain; children: ReactNode }) {
  const { sessionWarning, sessionIdle } = usePortal().config;
  const { phase, secondsLeft } = useSessionClock(sessionWarning, sessionIdle);
  const place = useRef<Element>(null);
  const ended = phase === 'ended';
  useEffect(() => registerSignInOffer(), []);
  useEffect(() => {
    if (!ended) return;
    // A hidden element cannot keep the focus.
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
      {ended && <SessionEnded SignInAgain={SignInAgain} />}
    </>
  );
}
