// @bundle route
import { keepInTab, keptInTab } from '../tab-storage.ts';

/** An element by the positions of its ancestors, from the body down. */
type Path = readonly number[];
interface Place {
  url: string;
  /** The entry of the browser's history. */
  entry: string | null;
  scrolled: readonly [Path, number][];
  /** The focused element's position and content, because another element may be at the same position later. */
  focused: readonly [Path, string] | null;
}

const storageKey = 'konsil:place';
const waitMs = 10_000;
const acts = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'input'] as const;
const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && 'url' in value && 'scrolled' in value && Array.isArray(value.scrolled);
const entry = () => (history.state as { key?: string } | null)?.key ?? null;

const pathOf = (element: Element): Path => {
  const { parentElement: parent } = element;
  if (!parent || element === document.body) return [];
  return [...pathOf(parent), [...parent.children].indexOf(element)];
};
const at = (path: Path): Element | undefined =>
  path.reduce<Element | undefined>((element, position) => element?.children[position], document.body);
/** A hash of an element and its text. The text itself is not stored, because it may be health data. */
const kindOf = (element: Element): string => {
  const words = ['name', 'href', 'aria-label'].map((name) => element.getAttribute(name) ?? '').join();
  const text = `${element.tagName} ${words} ${element instanceof HTMLTextAreaElement ? '' : element.textContent}`;
  return Array.from(text)
    .reduce((sum, char) => (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) >>> 0, 7)
    .toString(36);
};
/** The page itself scrolls by its root. */
const scrollerAt = (path: Path) => (path.length === 0 ? document.documentElement : at(path));

/** Keeps scroll positions and focus of this history entry in this tab: positions only, no contents. */
export const keepPlace = (): void => {
  const { documentElement: root, body, activeElement } = document;
  const scrolled = [root, ...body.querySelectorAll('*')]
    .filter(({ scrollTop }) => scrollTop > 0)
    .map((element): [Path, number] => [element === root ? [] : pathOf(element), element.scrollTop]);
  const focused =
    activeElement && activeElement !== body ? ([pathOf(activeElement), kindOf(activeElement)] as const) : null;
  const place: Place = { url: location.href, entry: entry(), scrolled, focused };
  keepInTab(storageKey, place);
  // A page that the browser has kept as it was is at its place already.
  window.addEventListener('pageshow', ({ persisted }) => persisted && takePlace(), { once: true });
};

const takePlace = (): Place | undefined => {
  const place = keptInTab(storageKey, isPlace);
  keepInTab(storageKey, undefined);
  return place;
};

/** Restores the stored place while the page loads, until the user acts or navigates. */
export const restorePlace = (): void => {
  const place = takePlace();
  if (!place) return;
  const isThere = () => place.url === location.href && place.entry === entry();
  if (!isThere()) return;
  const { focused } = place;
  let wasFocused = false;
  const focus = () => {
    const target = focused && at(focused[0]);
    const { activeElement: now } = document;
    if (!(target instanceof HTMLElement) || kindOf(target) !== focused?.[1] || now === target) return;
    if (now?.closest('[role="dialog"]:not([aria-modal="false"])')) return;
    // Again only if the page itself has moved it, to its title: users of screen readers who went on are not brought back.
    if (wasFocused && now !== document.body && !now?.matches('[tabindex="-1"]')) return;
    wasFocused = true;
    target.focus({ preventScroll: true });
  };
  const go = () => {
    if (!isThere()) return stop();
    for (const [path, top] of place.scrolled) {
      const scroller = scrollerAt(path);
      if (scroller) scroller.scrollTop = top;
    }
    focus();
  };
  const watcher = new MutationObserver(go);
  const stop = () => {
    watcher.disconnect();
    clearTimeout(timer);
    for (const act of acts) window.removeEventListener(act, stop, { capture: true });
  };
  const timer = setTimeout(stop, waitMs);
  for (const act of acts) window.addEventListener(act, stop, { capture: true, passive: true });
  watcher.observe(document.body, { childList: true, subtree: true });
  go();
};
