import type { PictureSeries } from '@konsil/contracts/documents';
import { eq } from 'drizzle-orm';
import { withoutRegions } from '@konsil/server-dicom/first-image';
import type { AddressedInstance } from '@konsil/server-dicom/web/study-source';
import type { Actor } from '@konsil/server-domain/access/access';
import type { CaseRow, DocumentRow } from '@konsil/server-domain/access/loaders';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { dicomInstances } from '@konsil/server-domain/schema';
import type { Tx } from '@konsil/server-platform/database/client';
import { imagesOfCase } from './case-images.ts';

/**
 * The images in a document by series, by their names in the case's DICOMweb. An image that another document has byte by
 * byte, too, is that one there.
 */
export const documentPictures = async (
  reading: { tx: Tx; actor: Actor } & Pick<Kernel, 'vault'>,
  theCase: CaseRow,
  { id }: Pick<DocumentRow, 'id'>,
): Promise<PictureSeries[]> => {
  const own = await reading.tx
    .select({
      studyUid: dicomInstances.studyUid,
      instanceUid: dicomInstances.instanceUid,
      member: dicomInstances.member,
      sha256: dicomInstances.sha256,
    })
    .from(dicomInstances)
    .where(eq(dicomInstances.documentId, id));
  const members = new Set(own.map(({ member }) => member));
  const copies = new Set(own.flatMap(({ instanceUid, sha256 }) => (sha256 ? [`${instanceUid} ${sha256}`] : [])));
  const isOwn = ({ documentId, storedAt, instanceUid, sha256 }: AddressedInstance): boolean =>
    documentId === id ? members.has(storedAt.member) : copies.has(`${instanceUid} ${sha256}`);

  const series = new Map<string, PictureSeries>();
  for (const study of new Set(own.map(({ studyUid }) => studyUid))) {
    const { instances } = await imagesOfCase(reading, theCase, { study });
    for (const image of withoutRegions(instances).filter((one) => one.frames > 0 && isOwn(one))) {
      const { studyUid, seriesUid, seriesNumber, modality, seriesDescription, addressed, frames } = image;
      const key = `${studyUid} ${seriesUid}`;
      const found = series.get(key) ?? {
        study_uid: studyUid,
        series_uid: seriesUid,
        number: seriesNumber,
        modality,
        description: seriesDescription,
        images: [],
      };
      found.images.push({ instance: addressed, frames });
      series.set(key, found);
    }
  }
  return [...series.values()];
};
