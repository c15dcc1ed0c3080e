import type { AnswerRow, CaseRow } from '@konsil/server-domain/access/loaders';
import { isOn } from '@konsil/server-domain/access/sides';
import type { Work } from '@konsil/server-domain/http/work';
import { readableDocuments } from '../requests/pins.ts';
import type { PinnedContent } from './draw-places.ts';
import type { LetterPlaces } from './letter-pictures.ts';

/**
 * Takes pictures out of a letter whose document its reader may not open. The patient and the author have what was sent;
 * a doctor who took the case over, and whoever stands for its doctor, see documents of that case only.
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
