/**
 * Creates the first number and date formatters in a worker named after the language, which warms the browser's caches
 * for the page.
 */
const worker = globalThis as unknown as { name: string; close: () => void };
new Intl.NumberFormat(worker.name).format(1);
new Intl.DateTimeFormat(worker.name, { dateStyle: 'long', timeStyle: 'short' }).format(0);
worker.close();
