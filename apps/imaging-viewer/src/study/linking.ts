import { dot, placeOf, type Place } from './place.ts';
import type { Image, Series } from './study.ts';

/** Ways to scroll two series together. */
export type Linkage =
  /** One coordinate system: the same position is the same place in the body. */
  | 'sameSpace'
  /** Parallel pictures of two coordinate systems: the reader checks the level. */
  | 'parallel'
  /** No positions: by number of pictures. */
  | 'byNumber';

export interface Partner {
  index: number;
  /** True if the other series has a picture of this level. */
  within: boolean;
}

const parallel = 0.95;
const alike = (a: Place, b: Place): boolean => Math.abs(dot(a.normal, b.normal)) > parallel;
const placesOf = (images: readonly Image[]): Place[] => images.flatMap((image) => placeOf(image) ?? []);

/** The way two series scroll together; null for different planes, or if only one has positions. */
export function linkageOf({ images: a }: Series, { images: b }: Series): Linkage | null {
  const [first, second] = [placesOf(a), placesOf(b)];
  if (first.length === 0 && second.length === 0) return a.length > 1 && b.length > 1 ? 'byNumber' : null;
  const [one, other] = [first[0], second[0]];
  if (!one || !other || first.length !== a.length || second.length !== b.length || !alike(one, other)) return null;
  return one.frameOfReference !== '' && one.frameOfReference === other.frameOfReference ? 'sameSpace' : 'parallel';
}

/** Millimetres along the leader's normal. */
const depthsAlong = (leader: Place, images: readonly Image[]): number[] => {
  const places = placesOf(images);
  // Parallel normals may point in opposite directions.
  return places.map((place) => place.depth * Math.sign(dot(place.normal, leader.normal)));
};

/** The distance between neighbouring pictures; 0 for a single one. */
const stepOf = (depths: readonly number[]): number => {
  const sorted = [...new Set(depths)].sort((a, b) => a - b);
  return sorted.length > 1 ? ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / (sorted.length - 1) : 0;
};

/**
 * The picture of the following series for a picture of the leading one.
 * @param shift how much further along the follower is, set by hand: millimetres, or pictures for `byNumber`
 */
export function partnerOf(
  leader: Series,
  index: number,
  { images }: Series,
  { linkage, shift }: { linkage: Linkage; shift: number },
): Partner {
  const last = images.length - 1;
  if (linkage === 'byNumber') {
    const wanted = index + shift;
    return { index: Math.max(0, Math.min(last, wanted)), within: wanted >= 0 && wanted <= last };
  }
  const image = leader.images[index];
  const place = image && placeOf(image);
  if (!place) return { index: 0, within: false };
  const depths = depthsAlong(place, images);
  const wanted = place.depth + shift;
  const nearest = depths.reduce(
    (best, depth, at) => (Math.abs(depth - wanted) < Math.abs((depths[best] ?? Infinity) - wanted) ? at : best),
    0,
  );
  const reach = Math.max(1, stepOf(depths) / 2 + 0.5);
  return { index: nearest, within: Math.abs((depths[nearest] ?? Infinity) - wanted) <= reach };
}

/** The shift that keeps two pictures, set beside each other by hand, together. */
export function shiftBetween(
  leader: Series,
  index: number,
  follower: Series,
  followerIndex: number,
  linkage: Linkage,
): number {
  if (linkage === 'byNumber') return followerIndex - index;
  const [one, other] = [leader.images[index], follower.images[followerIndex]];
  const [place, otherPlace] = [one && placeOf(one), other && placeOf(other)];
  if (!place || !otherPlace) return 0;
  return otherPlace.depth * Math.sign(dot(otherPlace.normal, place.normal)) - place.depth;
}

/**
 * The shift to begin with: none. Only where two coordinate systems do not overlap at all, the middles are put beside
 * each other.
 */
export function firstShift(leader: Series, follower: Series, linkage: Linkage): number {
  if (linkage !== 'parallel') return 0;
  const [own] = placesOf(leader.images);
  if (!own) return 0;
  const [mine, theirs] = [depthsAlong(own, leader.images), depthsAlong(own, follower.images)];
  const overlap = Math.min(Math.max(...mine), Math.max(...theirs)) - Math.max(Math.min(...mine), Math.min(...theirs));
  if (overlap >= 0) return 0;
  const middle = (depths: number[]) => (Math.min(...depths) + Math.max(...depths)) / 2;
  return middle(theirs) - middle(mine);
}
