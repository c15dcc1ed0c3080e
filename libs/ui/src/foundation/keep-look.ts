import { applyLook, lookKey } from './look';
import type { Look } from './look';

const keep = (look: Look): void => {
  try {
    localStorage.setItem(lookKey, JSON.stringify(look));
  } catch {
    // Without storage it holds until the page is left.
  }
};

export const saveLook = (look: Look): void => {
  keep(look);
  applyLook(look);
};

const isKept = (): boolean => {
  try {
    return localStorage.getItem(lookKey) !== null;
  } catch {
    return true;
  }
};
const keepShown = (): void => {
  const { scheme, text, contrast } = document.documentElement.dataset as Look;
  if ((scheme || text || contrast) && !isKept()) keep({ scheme, text, contrast });
};

/** The look survives signing out, whose response clears the storage of the browser before the page is left. */
export const keepLookAfterSignOut = (): void => window.addEventListener('pagehide', keepShown);
