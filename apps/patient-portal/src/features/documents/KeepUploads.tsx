import { useEffect } from 'react';
import { useStore } from 'react-redux';
import type { PortalStore } from '@konsil/api/store';

/** Lets uploads go on on every signed-in page; their code comes after the page itself. */
export function KeepUploads() {
  const store = useStore() as PortalStore;
  useEffect(() => {
    void import('./keep-uploads.ts').then(({ keepUploads }) => keepUploads(store));
  }, [store]);
  return null;
}
