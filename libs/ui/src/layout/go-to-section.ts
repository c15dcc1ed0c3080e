// @bundle route
import { useEffect, type RefObject } from 'react';

const headingOf = (id: string) => document.getElementById(id)?.querySelector<HTMLElement>('h2');

/** Moves the focus to the heading of a section, so that Tab continues there. False if there is no such section. */
export const goToSection = (id: string): boolean => {
  const heading = headingOf(id);
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: 'start' });
  return true;
};

const acts = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'focusout'] as const;

/**
 * Opens a page at the section that its URL names (`#notifications`). Sections above may still load, so it is brought
 * back into place until the reader does something.
 * @param ids the sections of the page
 */
export const useSectionOfUrl = (content: RefObject<HTMLElement | null>, ids: readonly string[]): void => {
  const known = ids.join(' ');
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (!content.current || !id || !known.split(' ').includes(id)) return undefined;
    let isThere = false;
    const go = () => {
      if (isThere) headingOf(id)?.scrollIntoView({ block: 'start' });
      else if (goToSection(id)) {
        isThere = true;
        for (const act of acts) window.addEventListener(act, stop, { passive: true });
      }
    };
    const watcher = new ResizeObserver(go);
    // After the page's frame, which focuses the title of a new page.
    const frame = requestAnimationFrame(() => {
      go();
      if (content.current) watcher.observe(content.current);
    });
    const stop = () => {
      watcher.disconnect();
      cancelAnimationFrame(frame);
      for (const act of acts) window.removeEventListener(act, stop);
    };
    return stop;
  }, [content, known]);
};
