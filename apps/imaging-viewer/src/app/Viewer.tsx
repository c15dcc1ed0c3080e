import { lazy, Suspense } from 'react';
import { CodeBoundary } from './CodeBoundary.tsx';
import { LoadingRoom } from './LoadingRoom.tsx';
import { StudyNote } from './StudyNote.tsx';
import { useStudy } from './useStudy.ts';

// The imaging library is most of this app: it loads in parallel with the metadata.
const workbench = import('../workbench/Workbench.tsx');
// A failure is shown where the workbench renders.
workbench.catch(() => undefined);
const Workbench = lazy(async () => ({ default: (await workbench).Workbench }));

/** The page: the study in the URL, or why it cannot be shown. */
export function Viewer({ studyUid }: { studyUid: string | null }) {
  const { state, reload } = useStudy(studyUid);
  if (state.phase === 'loading') return <LoadingRoom />;
  if (state.phase === 'closed') return <StudyNote reason={state.reason} onRetry={reload} />;
  if (state.phase !== 'ready') return <StudyNote reason={state.phase} onRetry={reload} />;
  return (
    <CodeBoundary>
      <Suspense fallback={<LoadingRoom />}>
        <Workbench study={state.study} viewedCase={state.viewedCase} />
      </Suspense>
    </CodeBoundary>
  );
}
