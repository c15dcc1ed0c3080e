const brand = 'Konsil';

/** The document title: unread count, the page's h1, the product. */
export const tabTitle = (heading: string, unread = 0): string =>
  `${unread > 0 ? `(${unread}) ` : ''}${heading ? `${heading} – ` : ''}${brand}`;
