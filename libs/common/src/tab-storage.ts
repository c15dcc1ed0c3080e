// @bundle route
/** @returns what this tab keeps; undefined without it, if it is not valid, and in browsers without storage */
export const keptInTab = <T>(key: string, isKept: (value: unknown) => value is T): T | undefined => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isKept(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Keeps a value until the tab is closed, across reloads; undefined removes it. Without storage nothing is kept. */
export const keepInTab = (key: string, value: unknown): void => {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The browser allows no storage.
  }
};
