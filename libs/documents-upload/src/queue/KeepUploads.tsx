import { useEffect } from 'react';
import { useStore } from 'react-redux';
import type { PortalStore } from '@konsil/api/store';
import { whenIdle } from '@konsil/ui';

const retryAfter = 5000;

const begin = (store: PortalStore): void => {
  void import('./keep-uploads.ts').then(
    ({ keepUploads }) => keepUploads(store),
    () => setTimeout(begin, retryAfter, store),
  );
};

/**
 * Lets uploads go on on every signed-in page of a portal. Their code comes after the page itself, and is asked for again
 * when it did not come; Chromium remembers that it did not until the page is loaded anew.
 */
export function KeepUploads() {
  const store = useStore() as PortalStore;
  useEffect(() => whenIdle(() => begin(store)), [store]);
  return null;
}
