import { later } from '@konsil/ui';

/** Loaded with the first photo. */
export const ScanEditor = later(() => import('../scan/ScanEditor.tsx').then((module) => module.ScanEditor));
export const ScanDialog = later(() => import('../scan/ScanDialog.tsx').then((module) => module.ScanDialog));
