import type { ValueWindow } from '@konsil/pixels';

/** The usual window presets for Hounsfield units. */
export const ctWindows = {
  softTissue: { center: 40, width: 400, shape: 'linear' },
  lung: { center: -600, width: 1500, shape: 'linear' },
  bone: { center: 400, width: 1800, shape: 'linear' },
  brain: { center: 40, width: 80, shape: 'linear' },
  liver: { center: 60, width: 160, shape: 'linear' },
} as const satisfies Record<string, ValueWindow>;
export type CtWindow = keyof typeof ctWindows;
