import { useEffect, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';
import { useSignOutGuard } from '@konsil/forms/leave-guard';
import type { PortalStore } from '@konsil/api/store';
import { useTexts } from '@konsil/i18n';
import { uploadTexts } from '../texts.ts';
import { resumeUploads } from './keep-uploads.ts';
import { isUnsent } from './upload.ts';
import { uploadQueue } from './uploads.ts';

/** Continues the uploads of all cases, and lists what signing out would lose. */
export function KeptUploads() {
  const store = useStore() as PortalStore;
  const { t } = useTexts(uploadTexts);
  const queue = uploadQueue();
  const count = useSyncExternalStore(queue.subscribe, queue.getUploads).filter(isUnsent).length;
  useEffect(() => resumeUploads(store), [store]);
  useSignOutGuard(count > 0 ? t('lostBySigningOut', { count }) : undefined);
  return null;
}
