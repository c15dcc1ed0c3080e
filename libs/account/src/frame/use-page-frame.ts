import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { mainId } from '@konsil/ui';
import { tabTitle } from './tab-title.ts';
import { useKeptFocus } from './use-kept-focus.ts';

// Where nothing was ever scrolled everything stands at its top; looking would lay out a page that is still being built.
let everScrolled = false;

const main = () => document.getElementById(mainId);
const heading = () => main()?.querySelector<HTMLElement>('h1:not([data-waiting])') ?? null;

/** What scrolls: the desk of the doctor portal scrolls in itself, everything else with the page. */
const scroller = (): Element => {
  const box = main();
  return box && box.scrollHeight > box.clientHeight && getComputedStyle(box).overflowY !== 'visible'
    ? box
    : document.documentElement;
};

/** Keeps the focus out of nowhere: on the new page's title, or on its content until the title is there. */
const takeFocus = (): boolean => {
  const target = heading() ?? main();
  if (document.activeElement === document.body || document.activeElement === main())
    target?.focus({ preventScroll: true });
  return heading() !== null;
};

/**
 * What a browser does by itself when a page is loaded: the tab's title, the focus at the top, the place one had
 * scrolled to when going back; and that the focus never falls into nowhere. `unread` stands in front of the title.
 */
export function usePageFrame(unread = 0): void {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const places = useRef(new Map<string, number>());
  // Where the frame begins with a page that was gone to, as after signing in, that page is the next one.
  const last = useRef<{ path: string; heading: Element | null }>({
    path: navigation === NavigationType.Pop ? pathname : '',
    heading: null,
  });
  useKeptFocus();

  useEffect(() => {
    const show = () => {
      last.current.heading ??= heading();
      document.title = tabTitle(heading()?.textContent ?? '', unread);
    };
    show();
    const watcher = new MutationObserver(show);
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
    return () => watcher.disconnect();
  }, [unread]);

  useEffect(() => {
    const { path, heading: before } = last.current;
    last.current = { path: pathname, heading: heading() };
    if (path === pathname) return;
    // The same title is still there: something inside the page changed, and the focus stays, if what had it is still there.
    if (before?.isConnected) {
      takeFocus();
      return;
    }
    (document.activeElement as HTMLElement | null)?.blur?.();
    if (takeFocus()) return;
    let frame = 0;
    const watcher = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      // The frame lays the page out anyway; to focus before would do so at the end of the task that made the page.
      frame = requestAnimationFrame(() => takeFocus() && watcher.disconnect());
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => {
      watcher.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [pathname]);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const known = places.current;
    const wanted = navigation === NavigationType.Pop ? (known.get(key) ?? 0) : 0;
    const go = () => {
      if (wanted === 0 && !everScrolled) return true;
      scroller().scrollTop = wanted;
      return scroller().scrollTop >= wanted;
    };
    let watcher: MutationObserver | undefined;
    // Content that comes later makes the page long enough; a person who scrolls meanwhile is left alone.
    if (!go()) {
      watcher = new MutationObserver(() => go() && watcher?.disconnect());
      watcher.observe(document.body, { childList: true, subtree: true });
    }
    const giveUp = () => watcher?.disconnect();
    window.addEventListener('wheel', giveUp, { passive: true, once: true });
    window.addEventListener('touchmove', giveUp, { passive: true, once: true });
    const remember = () => {
      everScrolled = true;
      known.set(key, scroller().scrollTop);
    };
    document.addEventListener('scroll', remember, { capture: true, passive: true });
    return () => {
      giveUp();
      window.removeEventListener('wheel', giveUp);
      window.removeEventListener('touchmove', giveUp);
      document.removeEventListener('scroll', remember, { capture: true });
    };
  }, [key, navigation]);
}
