import { canBeSamePerson } from '@konsil/contracts/person-names';
import { placeOfImage } from '../image-place.ts';
import type { Study } from '../study.ts';
import { slicesOf, type Slice } from './image-plane.ts';
import type { RegionObject } from './region-object.ts';

/**
 * The reasons why an object cannot be drawn. `study`: its study is not open. `person`: it names another person.
 * `images`: the images that it refers to are not there. `space`: other coordinates.
 */
export type NoTarget = 'study' | 'person' | 'images' | 'space';

/** The slices of each series that an object may be drawn on, or the reason why there are none. */
export function targetsOf(object: RegionObject, ownStudy: string, studies: readonly Study[]): Slice[][] | NoTarget {
  const { references } = object;
  const wanted = references.studies.size > 0 ? references.studies : new Set([ownStudy]);
  const open = studies.filter(({ uid }) => wanted.has(uid));
  if (open.length === 0) return 'study';
  const ofPerson = open.filter(({ people }) => people.every((one) => canBeSamePerson(one, object.person)));
  if (ofPerson.length === 0) return 'person';
  const all = ofPerson.flatMap(({ series }) => series);
  const isReferred = references.images.size > 0 || references.series.size > 0;
  const referred = isReferred
    ? all.filter(({ uid, images }) =>
        references.images.size > 0
          ? images.some(({ instance }) => references.images.has(instance.uid))
          : references.series.has(uid),
      )
    : all;
  if (referred.length === 0) return 'images';
  const spaces = new Set(object.regions.map(({ space }) => space).filter(Boolean));
  const targets = referred
    .map((series) => slicesOf(series).filter(({ space }) => space !== '' && spaces.has(space)))
    .filter(({ length }) => length > 0);
  if (targets.length === 0) return 'space';
  // Without a reference, several series in one place are ambiguous, like several times of one series.
  return isReferred ? targets : [targets.flat()];
}

/** The study that an object belongs to. */
export const studyOfObject = ({ key }: Pick<RegionObject, 'key'>): string =>
  placeOfImage(`${key}/frames/1`)?.study ?? '';
