import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '@konsil/ui';
import type { KeptUploads } from './KeptUploads.tsx';

const retryAfter = 5000;

const load = (whenThere: (kept: typeof KeptUploads) => void): void => {
  void import('./KeptUploads.tsx').then(
    (code) => whenThere(code.KeptUploads),
    () => setTimeout(load, retryAfter, whenThere),
  );
};

/**
 * Continues uploads on every signed-in page of a portal. The code loads after the page, and again when that failed;
 * Chromium remembers a failed module until the page reloads. Signing out ends uploads, after a confirmation.
 */
export function KeepUploads() {
  const [Kept, setKept] = useState<typeof KeptUploads>();
  useEffect(() => whenIdle(() => load((kept) => setKept(() => kept))), []);
  return (
    Kept && (
      <Suspense>
        <Kept />
      </Suspense>
    )
  );
}
