import { lazy, Suspense } from 'react';
import type { ComponentType, ReactElement } from 'react';
import { PageLoading } from './PageLoading.tsx';

/**
 * The element of a route whose page is fetched when it is first opened:
 * `{ path: 'patients', element: page(() => import('../features/patients/PatientsPage').then((m) => m.PatientsPage)) }`.
 */
export const page = (load: () => Promise<ComponentType>): ReactElement => {
  const Page = lazy(async () => ({ default: await load() }));
  return (
    <Suspense fallback={<PageLoading />}>
      <Page />
    </Suspense>
  );
};
