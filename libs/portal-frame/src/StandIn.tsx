import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { patience } from '@konsil/ui';

/** Marks prerendered content that is shown until the script can render (tools/vite/prerender.mts). */
export const standInMark = 'data-stand-in';

let standIn: Element | null = null;

/** Remembers the prerendered content before React clears its root. False if there is none. */
export const keepStandIn = (root: Element): boolean => {
  standIn = root.querySelector(`[${standInMark}]`);
  return standIn !== null;
};

/**
 * Keeps the prerendered page visible until the real one can be rendered.
 * @param children shown at once if nothing was prerendered, else after 8 seconds; rendered hidden until then, so that
 * their content is ready
 */
export function StandIn({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [late, setLate] = useState(false);
  useLayoutEffect(() => {
    if (standIn) place.current?.append(standIn);
  }, []);
  useEffect(() => {
    if (!standIn) return;
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  if (!standIn) return children;
  return (
    <>
      <div ref={place} style={{ display: late ? 'none' : 'contents' }} />
      <div hidden={!late}>{children}</div>
    </>
  );
}
