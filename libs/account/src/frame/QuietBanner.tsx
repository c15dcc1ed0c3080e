import { lazy, Suspense } from 'react';
import { usePortal } from './portal.ts';

const QuietWords = lazy(() => import('./QuietWords.tsx').then((module) => ({ default: module.QuietWords })));

/** Above every page of a restored copy, until the operator says that it is the installation. */
export function QuietBanner() {
  const { config } = usePortal();
  return config.quiet ? (
    <Suspense>
      <QuietWords />
    </Suspense>
  ) : null;
}
