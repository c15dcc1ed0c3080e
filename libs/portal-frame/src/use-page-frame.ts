import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { mainId } from '@konsil/ui';
import { tabTitle } from './tab-title.ts';
import { useFocusRecovery } from './use-kept-focus.ts';

// Before any scrolling everything is at the top; reading scroll positions would force a layout.
let everScrolled = false;

const main = () => document.getElementById(mainId);
const heading = () => main()?.querySelector<HTMLElement>('h1:not([data-waiting])') ?? null;

/** The scroll container: the main element if it scrolls by itself, as in the doctor portal, else the page. */
const scroller = (): Element => {
  const box = main();
  return box && box.scrollHeight > box.clientHeight && getComputedStyle(box).overflowY !== 'visible'
    ? box
    : document.documentElement;
};

/** Focuses the new page's title, or its content until there is a title. */
const takeFocus = (): boolean => {
  const target = heading() ?? main();
  if (document.activeElement === document.body || document.activeElement === main())
    target?.focus({ preventScroll: true });
  return heading() !== null;
};

/**
 * Does for client-side navigation what browsers do on page loads: document title, focus at the top, scroll restoration;
 * and keeps the focus from getting lost. `unread` precedes the title.
 */
export function usePageFrame(unread = 0): void {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const places = useRef(new Map<string, number>());
  // Where the frame mounts after a navigation, as after sign-in, its page counts as the next one.
  const last = useRef<{ path: string; heading: Element | null }>({
    path: navigation === NavigationType.Pop ? pathname : '',
    heading: null,
  });
  useFocusRecovery();

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
    // Same title: something inside the page changed, so the focus stays if its element is still mounted.
    if (before?.isConnected) {
      takeFocus();
      return;
    }
    (document.activeElement as HTMLElement | null)?.blur?.();
    if (takeFocus()) return;
    let frame = 0;
    const watcher = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      // Focusing before the frame would force an extra layout.
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
    // Content that loads later makes the page long enough; stops when the user scrolls.
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
