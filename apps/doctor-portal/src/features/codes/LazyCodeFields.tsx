import { later } from '@konsil/ui';

/** Loaded where lists are imported. */
export const LazyCodeFields = later(() => import('./CodeFields').then((module) => module.CodeFields));
