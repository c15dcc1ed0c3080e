// @bundle route
import { useEffect, type MouseEvent } from 'react';
import { keepPlace, restorePlace } from './kept-place.ts';

/** Where images open. */
type ImagesTarget = 'here' | 'tab' | 'window';
type Press = Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;
/** The click event that opens images, or the target where they open. */
export type ImagesPress = Press | ImagesTarget;

/** Like a link: the middle button, Ctrl and Cmd open a tab, Shift opens a window. */
const targetOf = ({ button, ctrlKey, metaKey, shiftKey }: Press): ImagesTarget => {
  if (button === 1 || ctrlKey || metaKey) return 'tab';
  return shiftKey ? 'window' : 'here';
};

/** True where something is not saved yet, e.g. an upload: then the page must stay. */
const wouldLose = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

// A window of its own can be moved to a second screen.
const featuresOf = (target: ImagesTarget) =>
  target === 'window' ? `popup,width=${screen.availWidth},height=${screen.availHeight}` : '';

/** Leaves for the images, with a way back to this place. @throws {Error} if something would be lost */
const leaveFor = (url: string) => {
  if (wouldLose()) throw new Error('Something on this page is not saved yet.');
  keepPlace();
  window.location.assign(url);
};

/** Opens a tab or window within the click handler, or the browser would block it. */
const openApart = async (url: () => Promise<string>, target: ImagesTarget) => {
  const opened = window.open('about:blank', '_blank', featuresOf(target));
  try {
    const found = await url();
    if (opened) opened.location.replace(found);
    else leaveFor(found);
  } catch (failure) {
    opened?.close();
    throw failure;
  }
};

const openHere = async (url: () => Promise<string>) => {
  const { pathname } = window.location;
  const found = await url();
  // Users who have gone on meanwhile stay where they are: the images belong to the page before.
  if (window.location.pathname === pathname) leaveFor(found);
};

/**
 * Opens the imaging viewer in this tab, whose "back" returns to the same place, or in a new tab or window, depending on
 * the click.
 * @returns whether there was a URL, and the page could be left for it
 */
export const openImages = async (url: () => Promise<string>, asked: ImagesPress): Promise<boolean> => {
  const target = typeof asked === 'string' ? asked : targetOf(asked);
  try {
    await (target === 'here' && !wouldLose() ? openHere(url) : openApart(url, target));
    return true;
  } catch {
    return false;
  }
};

/** The handlers of a button that opens images, also with the middle button. */
export const imagesPress = (open: (press: Press) => unknown) => ({
  onClick: (press: MouseEvent) => void open(press),
  onAuxClick: (press: MouseEvent) => {
    const busy = press.currentTarget.getAttribute('aria-disabled') === 'true';
    if (press.button === 1 && !busy) void open(press);
  },
  // Otherwise the middle button starts to scroll the page on Windows.
  onMouseDown: (press: MouseEvent) => press.button === 1 && press.preventDefault(),
});

/** Returns to the place that was left for images; for each page that opens them. */
export const usePlaceBeforeImages = (): void => useEffect(restorePlace, []);
