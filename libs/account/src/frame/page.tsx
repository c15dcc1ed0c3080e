import { lazy, Suspense } from 'react';
import type { ComponentType, ReactElement } from 'react';
import { useParams } from 'react-router-dom';
import { PageLoading } from './PageLoading.tsx';

/** Begins a page anew for another patient, case or to-do: nothing that was shown or typed for one is ever seen under another. */
function Anew({ Page }: { Page: ComponentType }) {
  const { patientId, caseId, todoId } = useParams();
  return <Page key={[patientId, caseId, todoId].join()} />;
}

/**
 * The element of a route whose page is fetched when it is first opened:
 * `{ path: 'patients', element: page(() => import('../features/patients/PatientsPage').then((m) => m.PatientsPage)) }`.
 */
export const page = (load: () => Promise<ComponentType>): ReactElement => {
  const Page = lazy(async () => ({ default: await load() }));
  return (
    <Suspense fallback={<PageLoading />}>
      <Anew Page={Page} />
    </Suspense>
  );
};
