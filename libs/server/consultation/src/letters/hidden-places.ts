import type { AnswerRow, CaseRow } from '@konsil/server-domain/access/loaders';
import { isOn } from '@konsil/server-domain/access/sides';
import type { Work } from '@konsil/server-domain/kernel/work';
import { readableDocuments } from '../conversation/pins.ts';
import type { PinnedContent } from './draw-places.ts';
import type { LetterPlaces } from './letter-pictures.ts';

/**
 * Removes pictures from a letter if its reader may not open their documents. The patient and the author get everything
 * that was sent; a doctor who took the case over, and people who stand in for the doctor of the case, see only
 * documents of that case.
 */
export const hidingOthers = async (
  work: Work,
  theAnswer: AnswerRow,
  theCase: CaseRow,
  content: PinnedContent | undefined,
): Promise<(places: LetterPlaces) => LetterPlaces> => {
  const { actor } = work;
  if (isOn(actor, 'patient') || theAnswer.doctorId === actor.accountId) return (places) => places;
  const ids = [
    ...(content?.pins ?? []).flatMap(({ place }) => (place.kind === 'page' ? [place.document_id] : [])),
    ...(content?.measurements ?? []).map(({ image }) => image.document_id),
  ];
  const readable = await readableDocuments(work, theCase.patientId, ids);
  return (places) =>
    new Map(
      [...places].map(([number, place]) =>
        place.picture === null || readable.has(place.documentId ?? '')
          ? [number, place]
          : [number, { ...place, picture: null, missing: 'hidden' as const }],
      ),
    );
};
