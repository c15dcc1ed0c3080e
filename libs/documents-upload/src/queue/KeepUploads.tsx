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
 * Lets uploads go on on every signed-in page of a portal. Their code comes after the page itself, and is asked for again
 * when it did not come; Chromium remembers that it did not until the page is loaded anew. Signing out ends them, and asks first.
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
