import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { baseApi } from '@konsil/api/base-api';
import { sessionResumed } from '@konsil/api/session-signals';
import { staleAfter } from '@konsil/api/tags';
import { uploadQueue } from './uploads.ts';

/**
 * Keeps the uploads of an account going on whatever page it is: takes up what a reload interrupted, goes on when the
 * connection or the session is back, and leaves nothing in the browser after sign-out. Once in the signed-in frame.
 */
export function UploadKeeper({ account }: { account: string }) {
  const dispatch = useDispatch();
  const before = useRef('');

  useEffect(() => {
    if (account) void uploadQueue().open(account);
    else if (before.current) void uploadQueue().clear();
    before.current = account;
  }, [account]);

  useEffect(() => {
    const queue = uploadQueue();
    const told = new Set<string>();
    const refresh = () => {
      for (const { id, caseId, state } of queue.getUploads()) {
        if (state.is !== 'uploaded' || told.has(id)) continue;
        told.add(id);
        dispatch(baseApi.util.invalidateTags(staleAfter('document', { case_id: caseId })));
      }
    };
    const stops = [queue.subscribe(refresh), sessionResumed.listen(queue.resume)];
    window.addEventListener('online', queue.resume);
    return () => {
      stops.forEach((stop) => stop());
      window.removeEventListener('online', queue.resume);
    };
  }, [dispatch]);

  return null;
}
