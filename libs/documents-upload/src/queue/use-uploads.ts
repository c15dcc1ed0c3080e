import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { confirmOnClose } from '@konsil/forms/leave-guard';
import type { Upload } from './upload.ts';
import { uploadQueue } from './uploads.ts';

/** The uploads of one case, and their queue. */
export const useUploads = (caseId: string) => {
  const queue = uploadQueue();
  const all = useSyncExternalStore(queue.subscribe, queue.getUploads);
  const uploads = useMemo(() => all.filter((upload): upload is Upload => upload.caseId === caseId), [all, caseId]);
  return { queue, uploads };
};

/** Warns before the page is closed during a transfer, which would restart, or a folder scan, which would be lost. */
export const useSendingGuard = (uploads: readonly Upload[]) => {
  const sending = uploads.some(({ state }) => state.is === 'sending' || state.is === 'gathering');
  useEffect(() => {
    if (!sending) return;
    return confirmOnClose();
  }, [sending]);
};
