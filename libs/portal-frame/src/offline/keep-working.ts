import { trustedScript } from '@konsil/api/trusted-script';
import { whenIdle } from '@konsil/ui';

/** Registers the portal's service worker (tools/vite/offline), which responds when a page cannot be loaded. */
export const registerServiceWorker = (): void => {
  const { serviceWorker } = navigator;
  // Without service workers the browser shows its own error page.
  if (serviceWorker)
    whenIdle(
      () => void serviceWorker.register(trustedScript('konsil-offline', '/service-worker.js')).catch(() => undefined),
    );
};

/** Caches the portal's files, so that every part of an open page works without a connection. */
export const cacheFiles = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.ready;
  for (const worker of [registration?.active, registration?.waiting]) worker?.postMessage('keep');
};
