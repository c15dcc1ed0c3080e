import { useEffect } from 'react';
import { useStore } from 'react-redux';
import type { PortalStore } from '@konsil/api/store';
import { whenIdle } from '@konsil/ui';

/** Lets uploads go on on every signed-in page of a portal; their code comes after the page itself. */
export function KeepUploads() {
  const store = useStore() as PortalStore;
  useEffect(() => whenIdle(() => void import('./keep-uploads.ts').then(({ keepUploads }) => keepUploads(store))), [store]);
  return null;
}
