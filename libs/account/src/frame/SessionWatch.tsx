import type { ReactNode } from 'react';
import { useSessionClock } from '@konsil/auth';
import { SessionEnded } from './SessionEnded.tsx';
import { SessionEnding } from './SessionEnding.tsx';

/** Announces the end of the session. While it is over, the page is kept but not shown: others may pass by the screen. */
export function SessionWatch({ children }: { children: ReactNode }) {
  const { phase, secondsLeft } = useSessionClock();
  return (
    <>
      <div style={{ display: 'contents', visibility: phase === 'ended' ? 'hidden' : undefined }}>{children}</div>
      {phase === 'ending' && <SessionEnding secondsLeft={secondsLeft} />}
      {phase === 'ended' && <SessionEnded />}
    </>
  );
}
