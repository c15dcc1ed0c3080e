import { lazy, Suspense } from 'react';
import { usePortal } from './portal.ts';

const QuietWords = lazy(() => import('./QuietWords.tsx').then((module) => ({ default: module.QuietWords })));

/** Shown on every page of a restored copy, until the operator confirms that it is the installation. */
export function QuietBanner() {
  const { config } = usePortal();
  return config.quiet ? (
    <Suspense>
      <QuietWords />
    </Suspense>
  ) : null;
}
