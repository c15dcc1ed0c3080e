import { useEffect, useEffectEvent, useRef } from 'react';

const near = '400px 0px';
/** A call during a refetch is dropped, so it is repeated. */
const againMs = 1000;

/** The end of a table with more rows than are loaded: calls back while it is near the viewport, after each new rows. */
export function DataTableEnd({ shown, onNear }: { shown: number; onNear: () => unknown }) {
  const end = useRef<HTMLTableSectionElement>(null);
  const act = useEffectEvent(() => void onNear());
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        clearInterval(timer);
        if (!entries.at(-1)?.isIntersecting) return;
        act();
        timer = setInterval(() => act(), againMs);
      },
      // A table that scrolls on its own has a margin of its own.
      { rootMargin: near, scrollMargin: near },
    );
    watcher.observe(end.current);
    return () => {
      clearInterval(timer);
      watcher.disconnect();
    };
  }, [shown]);
  return <tbody ref={end} aria-hidden />;
}
