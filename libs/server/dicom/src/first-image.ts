import { isRegionClass } from '@konsil/pixels';
import type { DicomInstance } from './dicom-instance.ts';

type Classified = Pick<DicomInstance, 'sopClassUid'>;

/** Images themselves, without the objects that mark regions of them. */
export const withoutRegions = <T extends Classified>(instances: readonly T[]): T[] =>
  instances.filter(({ sopClassUid }) => !isRegionClass(sopClassUid));

/** The first image; without any, the first object. */
export function firstImageOf<T extends Classified>(instances: readonly [T, ...T[]]): T;
export function firstImageOf<T extends Classified>(instances: readonly T[]): T | undefined;
export function firstImageOf<T extends Classified>(instances: readonly T[]): T | undefined {
  return withoutRegions(instances)[0] ?? instances[0];
}
