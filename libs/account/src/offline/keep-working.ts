import { trustedScript } from '@konsil/api/trusted-script';
import { whenIdle } from '@konsil/ui';

/** Brings the portal's service worker into the browser (tools/vite/offline), which answers when a page cannot be fetched. */
export const prepareOffline = (): void => {
  const { serviceWorker } = navigator;
  // A browser that has none, or forbids it, goes on without: it shows its own words then.
  if (serviceWorker)
    whenIdle(
      () => void serviceWorker.register(trustedScript('konsil-offline', '/service-worker.js')).catch(() => undefined),
    );
};

/** Has the portal's files put aside, so that every part of an open page can still be opened without a connection. */
export const keepFiles = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.ready;
  for (const worker of [registration?.active, registration?.waiting]) worker?.postMessage('keep');
};
