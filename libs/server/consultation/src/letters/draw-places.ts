import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { DocumentRow } from '@konsil/server-domain/access/loaders';
import { dicomInstances, documents } from '@konsil/server-domain/schema';
import type { FrozenMeasurement, FrozenPin } from '@konsil/server-domain/sealed/answer';
import { dicomInstance } from '@konsil/server-domain/sealed/dicom-instance';
import type { LetterPictures } from '@konsil/server-domain/sealed/letter-pictures';
import { isDamage } from '@konsil/server-documents/damage';
import { partToDraw, type FileDrawer } from '@konsil/server-documents/file-drawer';
import type { ReadingOutcome } from '@konsil/server-documents/reading/reading-pool';
import type { FileType } from '@konsil/server-dicom/file-type';
import { and, eq, isNull } from 'drizzle-orm';

type DrawnPlace = LetterPictures['places'][number];
/** The words of a letter about places. */
export interface PinnedContent {
  pins?: readonly FrozenPin[] | undefined;
  measurements?: readonly FrozenMeasurement[] | undefined;
}
interface Drawing {
  kernel: Kernel;
  drawer: FileDrawer;
}

/** The document that the doctor pointed at; undefined if it is gone or was replaced. */
const documentOf = async ({ db }: Kernel, id: string, sha256: string): Promise<DocumentRow | undefined> => {
  const [row] = await db
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), isNull(documents.archivedAt), eq(documents.scanState, 'ready')));
  return row?.sha256 === sha256 ? row : undefined;
};

const pictureOf = (drawn: ReadingOutcome): DrawnPlace['picture'] => {
  if (drawn === undefined) throw new Error('A picture of a letter was interrupted.');
  const picture = drawn && 'kind' in drawn && drawn.kind === 'place' ? drawn.picture : null;
  return picture && { ...picture, jpeg: picture.jpeg.toString('base64') };
};

/** Renders the place, or returns that the file is damaged. Throws for a busy machine or an unreachable storage. */
const drawOrDamaged = async (draw: () => Promise<ReadingOutcome>): Promise<DrawnPlace['picture']> => {
  try {
    return pictureOf(await draw());
  } catch (failure) {
    if (isDamage(failure)) return null;
    throw failure;
  }
};

const fileKeyOf = ({ vault, db }: Kernel, row: DocumentRow): Promise<Buffer> =>
  vault.unwrapFileKey(db, row.patientId, row.fileKey);

/** The one image that a measurement was made in; undefined if it is gone, or if several differ. */
const imageOf = async ({ db, vault }: Kernel, { study, series, instance, image }: FrozenMeasurement) => {
  const [uid = '', documentId, member] = instance.split('~');
  const rows = await db
    .select()
    .from(dicomInstances)
    .where(
      and(
        eq(dicomInstances.documentId, image.document_id),
        eq(dicomInstances.studyUid, study),
        eq(dicomInstances.seriesUid, series),
        eq(dicomInstances.instanceUid, uid),
      ),
    );
  const same = rows.filter(
    (row) =>
      row.sha256 === image.sha256 &&
      (documentId === undefined || (row.documentId === documentId && row.member === Number(member))),
  );
  const [first] = same;
  // Several without a sum do not tell which one it was.
  if (!first || (same.length > 1 && image.sha256 === null)) return undefined;
  const [document] = await db.select().from(documents).where(eq(documents.id, image.document_id));
  return document && vault.open(db, document.patientId, dicomInstance, first.sealed);
};

const drawMeasured = async ({ kernel, drawer }: Drawing, measured: FrozenMeasurement) => {
  const { document_id: id, document_sha256: sum } = measured.image;
  const row = await documentOf(kernel, id, sum);
  const instance = row && (await imageOf(kernel, measured));
  if (!row || !instance) return 'gone' as const;
  const file = { key: row.storageKey, fileKey: await fileKeyOf(kernel, row), type: row.contentType as FileType };
  const { kind, frame, points, window } = measured;
  const job = { task: 'measured', file, instance, measured: { kind, frame, points, window } } as const;
  return drawOrDamaged(() => drawer.draw(job, row, row.patientId));
};

const drawPage = async (
  { kernel, drawer }: Drawing,
  { document_id: id, document_sha256: sum, page, region }: Extract<FrozenPin['place'], { kind: 'page' }>,
) => {
  const row = await documentOf(kernel, id, sum);
  if (!row) return 'gone' as const;
  const part = partToDraw(row);
  // Images have only a preview, which is not the picture that was pointed at.
  if (!part || part.type === 'image/webp') return null;
  const file = { ...part, fileKey: await fileKeyOf(kernel, row) };
  return drawOrDamaged(() => drawer.draw({ task: 'place', file, page, region }, row, row.patientId));
};

/**
 * Draws the places that the texts of an answer point at: only in the very document, page and image that the doctor
 * marked, otherwise none.
 * @throws {Error} if the machine had no time, or the storage is unreachable; the caller must try again
 */
export const drawPlaces = async (
  drawing: Drawing,
  { pins = [], measurements = [] }: PinnedContent,
): Promise<LetterPictures> => {
  const places: DrawnPlace[] = [];
  for (const { number, place } of pins) {
    const measured = place.kind === 'measurement' ? measurements.find(({ id }) => id === place.id) : undefined;
    const drawn =
      place.kind === 'page'
        ? await drawPage(drawing, place)
        : measured
          ? await drawMeasured(drawing, measured)
          : ('gone' as const);
    places.push({
      number,
      document_id: place.kind === 'page' ? place.document_id : (measured?.image.document_id ?? null),
      picture: drawn === 'gone' ? null : drawn,
      missing: drawn === 'gone' ? 'gone' : drawn ? null : 'not_drawn',
    });
  }
  return { places };
};
