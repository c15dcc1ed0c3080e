import { lazy, Suspense } from 'react';
import { CodeBoundary } from './CodeBoundary.tsx';
import { LoadingRoom } from './LoadingRoom.tsx';
import { StudyNote } from './StudyNote.tsx';
import { useStudy } from './useStudy.ts';

// The imaging library is most of this app: it is fetched beside the metadata, not after it.
const workbench = import('../workbench/Workbench.tsx');
// That it cannot be fetched is told where it would stand, once that is known.
workbench.catch(() => undefined);
const Workbench = lazy(async () => ({ default: (await workbench).Workbench }));

/** The page: what the address asks for, or why it cannot be shown. */
export function Viewer({ studyUid }: { studyUid: string | null }) {
  const { state, reload } = useStudy(studyUid);
  if (state.phase === 'loading') return <LoadingRoom />;
  if (state.phase !== 'ready') return <StudyNote reason={state.phase} onRetry={reload} />;
  return (
    <CodeBoundary>
      <Suspense fallback={<LoadingRoom />}>
        <Workbench study={state.study} viewedCase={state.viewedCase} />
      </Suspense>
    </CodeBoundary>
  );
}
