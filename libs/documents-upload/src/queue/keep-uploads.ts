import { baseApi } from '@konsil/api/base-api';
import { sessionResumed } from '@konsil/api/session-signals';
import type { PortalStore } from '@konsil/api/store';
import { tagsChangedBy } from '@konsil/api/tags';
import { uploadQueue } from './uploads.ts';

type Store = Pick<PortalStore, 'dispatch' | 'subscribe'> & { getState: () => { user: { userId: string } } };

let kept = false;

/**
 * Continues the uploads of the signed-in account on every page: resumes what a reload interrupted, continues after a
 * lost connection or session, and removes everything from the browser on sign-out. Runs once per page.
 */
export const resumeUploads = (store: Store): void => {
  if (kept) return;
  kept = true;
  const queue = uploadQueue();
  const told = new Set<string>();
  let account = '';

  const followAccount = () => {
    const { userId } = store.getState().user;
    if (userId === account) return;
    account = userId;
    void (userId ? queue.open(userId) : queue.clear());
  };
  const refreshPages = () => {
    for (const { id, caseId, state } of queue.getUploads()) {
      if (state.is !== 'uploaded' || told.has(id)) continue;
      told.add(id);
      store.dispatch(baseApi.util.invalidateTags(tagsChangedBy('document', { case_id: caseId })));
    }
  };
  followAccount();
  store.subscribe(followAccount);
  queue.subscribe(refreshPages);
  sessionResumed.listen(queue.resume);
  window.addEventListener('online', queue.resume);
};
