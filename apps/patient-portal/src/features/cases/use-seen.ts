import { useEffect, useRef } from 'react';

const longEnough = 1500;

/** Calls back once the thing has been on the screen long enough to be noticed. The ref goes to the thing. */
export const useSeen = (wanted: boolean, onSeen: () => void) => {
  const thing = useRef<HTMLDivElement>(null);
  const call = useRef(onSeen);
  useEffect(() => {
    call.current = onSeen;
  });
  useEffect(() => {
    const element = thing.current;
    if (!wanted || !element) return;
    let timer: ReturnType<typeof setTimeout>;
    const watcher = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (entry?.isIntersecting) timer = setTimeout(() => call.current(), longEnough);
    }, { rootMargin: '-15% 0px' });
    watcher.observe(element);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [wanted]);
  return thing;
};
