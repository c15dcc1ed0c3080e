import { isRegionClass } from '@konsil/pixels';
import type { DicomInstance } from './dicom-instance.ts';

/** Images themselves, without the objects that mark regions of them. */
export const withoutRegions = <T extends Pick<DicomInstance, 'sopClassUid'>>(instances: readonly T[]): T[] =>
  instances.filter(({ sopClassUid }) => !isRegionClass(sopClassUid));

/** The first image; without any, the first object. */
export const firstImageOf = <T extends Pick<DicomInstance, 'sopClassUid'>>(instances: readonly T[]): T | undefined =>
  withoutRegions(instances)[0] ?? instances[0];
