/** Makes a browser's first formatters of numbers and of days, in the language it is called by: what they need is then there for the page, too. */
const worker = globalThis as unknown as { name: string; close: () => void };
new Intl.NumberFormat(worker.name).format(1);
new Intl.DateTimeFormat(worker.name, { dateStyle: 'long', timeStyle: 'short' }).format(0);
worker.close();
