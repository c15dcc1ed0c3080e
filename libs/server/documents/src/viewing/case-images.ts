import { and, asc, eq, isNull } from 'drizzle-orm';
import { addressedOf, type AddressedInstance, type StoredInstance } from '@konsil/server-dicom/web/study-source';
import { can, type Actor } from '@konsil/server-domain/access/access';
import { documentResource, type CaseRow, type DocumentRow } from '@konsil/server-domain/access/loaders';
import { visibleTo } from '@konsil/server-domain/documents/document-rules';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { dicomInstances, documents } from '@konsil/server-domain/schema';
import { dicomInstance } from '@konsil/server-domain/sealed/dicom-instance';
import type { Tx } from '@konsil/server-platform/database/client';

export interface WantedImages {
  study?: string | undefined;
  series?: string | undefined;
  /** An instance UID, or the name that one of several images with it has. */
  instance?: string | undefined;
}
export interface CaseImages {
  instances: AddressedInstance[];
  /** The documents that contain the images. */
  documents: DocumentRow[];
}

/** The images of a case that a reader may see; archived documents and files that are still checked have none. */
export const imagesOfCase = async (
  { tx, actor, vault }: { tx: Tx; actor: Actor } & Pick<Kernel, 'vault'>,
  theCase: CaseRow,
  { study, series, instance }: WantedImages,
): Promise<CaseImages> => {
  const rows = await tx
    .select({ theDocument: documents, sealed: dicomInstances.sealed })
    .from(dicomInstances)
    .innerJoin(documents, eq(documents.id, dicomInstances.documentId))
    .where(
      and(
        eq(documents.caseId, theCase.id),
        study === undefined ? undefined : eq(dicomInstances.studyUid, study),
        series === undefined ? undefined : eq(dicomInstances.seriesUid, series),
        instance === undefined ? undefined : eq(dicomInstances.instanceUid, instance.split('~')[0] ?? ''),
        eq(documents.scanState, 'ready'),
        isNull(documents.archivedAt),
        visibleTo(actor),
      ),
    )
    .orderBy(asc(dicomInstances.studyUid), asc(documents.uploadedAt), asc(documents.id), asc(dicomInstances.member));
  const readable = rows.filter(({ theDocument }) =>
    can(actor, 'document', 'read', documentResource(theDocument, theCase)),
  );
  const open = await vault.opener(tx, theCase.patientId, dicomInstance);
  const byStudy = new Map<string, StoredInstance[]>();
  for (const { theDocument, sealed } of readable) {
    const one = { ...open(sealed), documentId: theDocument.id };
    byStudy.set(one.studyUid, [...(byStudy.get(one.studyUid) ?? []), one]);
  }
  const instances = [...byStudy.values()]
    .flatMap((images) => addressedOf(images, { documentId: images[0]?.documentId ?? '' }))
    .filter(({ addressed }) => instance === undefined || addressed === instance);
  const shown = new Set(instances.map(({ documentId }) => documentId));
  const byId = new Map(readable.map(({ theDocument }) => [theDocument.id, theDocument]));
  return { instances, documents: [...shown].flatMap((id) => byId.get(id) ?? []) };
};
