const brand = 'Konsil';

/** What the browser's tab says: unread first, then the page's own h1, then the product. */
export const tabTitle = (heading: string, unread = 0): string =>
  `${unread > 0 ? `(${unread}) ` : ''}${heading ? `${heading} – ` : ''}${brand}`;
