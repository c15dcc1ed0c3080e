import type { BrowserContext } from '@playwright/test';
import { origins } from './installation.ts';

// Refused requests and lost connections are expected; the page shows them.
const refusal =
  /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/;
const own = Object.values(origins);

/** Collects console errors, exceptions and requests to other hosts, none of which our pages may cause. */
export const complaintsOf = (context: BrowserContext, alsoOwn: string[] = []): string[] => {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !refusal.test(message.text())) complaints.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(`thrown: ${error.error().message}`));
  context.on('request', (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && ![...own, ...alsoOwn].includes(new URL(url).origin))
      complaints.push(`another host: ${url}`);
  });
  return complaints;
};
