import { useEffect, useRef, type RefObject } from 'react';

const longEnough = 1500;
/** The header above, and on phones the bottom bar with what just shows above it. */
const rootMargin = '-64px 0px -88px';

/**
 * Calls back once an element was visible long enough to be noticed, in a visible tab. Attach the ref to the element.
 */
export const useSeen = <E extends Element>(wanted: boolean, onSeen: () => void): RefObject<E | null> => {
  const thing = useRef<E>(null);
  const call = useRef(onSeen);
  useEffect(() => {
    call.current = onSeen;
  });
  useEffect(() => {
    const element = thing.current;
    if (!wanted || !element) return;
    let timer: ReturnType<typeof setTimeout>;
    let inSight = false;
    const look = () => {
      clearTimeout(timer);
      if (inSight && document.visibilityState === 'visible') timer = setTimeout(() => call.current(), longEnough);
    };
    const watcher = new IntersectionObserver(
      (entries) => {
        inSight = entries.at(-1)?.isIntersecting ?? false;
        look();
      },
      { rootMargin },
    );
    watcher.observe(element);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [wanted]);
  return thing;
};
