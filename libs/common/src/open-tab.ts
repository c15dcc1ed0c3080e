// @bundle route
/**
 * Opens an address in a new tab once it is known. The tab opens with the press itself, or the browser would block it.
 * @returns whether there was an address
 */
export const openInTab = async (address: () => Promise<string>): Promise<boolean> => {
  const tab = window.open('about:blank', '_blank');
  try {
    const url = await address();
    if (tab) tab.location.replace(url);
    else window.location.assign(url);
    return true;
  } catch {
    tab?.close();
    return false;
  }
};
