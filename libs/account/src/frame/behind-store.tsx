import { lazy, Suspense } from 'react';
import type { ComponentType, ReactElement } from 'react';
import { Outlet } from 'react-router-dom';
import { PageLoading } from './PageLoading.tsx';

const routesInside = (): Promise<ComponentType> => Promise.resolve(Outlet);

/** The element around routes that need the store: it is fetched together with their frame, so that the first page does without. */
export const behindStore = (loadFrame: () => Promise<ComponentType> = routesInside): ReactElement => {
  const Frame = lazy(async () => {
    const [{ WithStore }, Inside] = await Promise.all([import('./WithStore.tsx'), loadFrame()]);
    return {
      default: () => (
        <WithStore>
          <Inside />
        </WithStore>
      ),
    };
  });
  return (
    <Suspense fallback={<PageLoading />}>
      <Frame />
    </Suspense>
  );
};
