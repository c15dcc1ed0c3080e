import { lazy, Suspense, useState } from 'react';
import { useDashboardQuery } from '@konsil/api/cases';

// Loaded lazily, because few users see it.
const NoticeDialog = lazy(async () => ({ default: (await import('./NoticeDialog.tsx')).NoticeDialog }));

/**
 * Asks after signing in about legal texts that changed, one at a time. Users who postpone the decision continue as
 * before.
 */
export function LegalNotices() {
  const { data, refetch } = useDashboardQuery();
  const [postponed, setPostponed] = useState<string[]>([]);
  const notice = data?.legal_notices?.find(({ id }) => !postponed.includes(id));
  if (!notice) return null;
  return (
    <Suspense>
      <NoticeDialog
        key={notice.id}
        notice={notice}
        onLater={() => setPostponed((before) => [...before, notice.id])}
        onRefused={() => void refetch()}
      />
    </Suspense>
  );
}
