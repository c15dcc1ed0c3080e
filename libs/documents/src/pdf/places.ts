// @bundle route
import type { PinPlace, Region } from '@konsil/contracts/pins';
import { placeFragment } from '@konsil/contracts/pinned-text';

/** @property region null for the whole page */
export interface Place {
  page: number;
  region: Region | null;
}
/** A place that is shown, with the number and the words of its pin. */
export interface Mark extends Place {
  number?: number;
  words?: string;
  /** The place named in the URL. */
  current?: boolean;
}

/** Compares places with the precision that URLs have. */
const isSame = (one: Place, other: Place): boolean => placeFragment(one) === placeFragment(other);

/** The marks of a document, and the place named in the URL. */
export const shownMarks = (marks: readonly Mark[], place: Place | null): readonly Mark[] => {
  if (!place) return marks;
  const known = marks.some((mark) => isSame(mark, place));
  return [
    ...marks.map((mark) => (isSame(mark, place) ? { ...mark, current: true } : mark)),
    ...(known || !place.region ? [] : [{ ...place, current: true }]),
  ];
};

/** The pins on the pages of a document. */
export const marksOn = (
  documentId: string,
  pins: readonly { number: number; words?: string; place: PinPlace }[],
): Mark[] =>
  pins.flatMap(({ number, words, place }) =>
    place.kind === 'page' && place.document_id === documentId
      ? [{ number, page: place.page, region: place.region, ...(words !== undefined && { words }) }]
      : [],
  );

/** The pins of sent answers at a place of a document. */
export const marksAt = (
  documentId: string,
  place: Place | null,
  answers: readonly { pins?: readonly { number: number; words: string; place: PinPlace }[] | undefined }[],
): Mark[] =>
  place
    ? answers.flatMap(({ pins = [] }) => marksOn(documentId, pins).filter((mark) => isSame(mark, place))).slice(0, 1)
    : [];

/** A region of an upright page, on the page after these quarter turns clockwise; negative turns lead back. */
export const turned = (region: Region, turns: number): Region => {
  let { left, top, width, height } = region;
  for (let turn = 0; turn < ((turns % 4) + 4) % 4; turn += 1)
    [left, top, width, height] = [Math.max(0, 1 - top - height), left, height, width];
  return { left, top, width, height };
};
