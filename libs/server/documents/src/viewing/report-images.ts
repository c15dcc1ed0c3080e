import type { ReportImage } from '@konsil/contracts/documents';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import type { Actor } from '@konsil/server-domain/access/access';
import type { DocumentRow } from '@konsil/server-domain/access/loaders';
import { visibleTo } from '@konsil/server-domain/documents/document-rules';
import { dicomInstances, documents } from '@konsil/server-domain/schema';
import type { DocumentSecrets } from '@konsil/server-domain/sealed/document';

/**
 * The images that a structured report refers to, in documents of its case that this reader sees. An image of which the
 * case has several different ones is left out: the report could mean either.
 */
export const reportImages = async (
  tx: Tx,
  actor: Actor,
  { caseId }: Pick<DocumentRow, 'caseId'>,
  { report }: Pick<DocumentSecrets, 'report'>,
): Promise<ReportImage[]> => {
  const wanted = new Set(report?.lines.flatMap(({ images = [] }) => images.map(({ instance }) => instance)));
  if (wanted.size === 0) return [];
  const rows = await tx
    .select({
      instance: dicomInstances.instanceUid,
      document_id: dicomInstances.documentId,
      study_uid: dicomInstances.studyUid,
      series_number: dicomInstances.seriesNumber,
      instance_number: dicomInstances.instanceNumber,
      frames: dicomInstances.frames,
      sha256: dicomInstances.sha256,
    })
    .from(dicomInstances)
    .innerJoin(documents, eq(documents.id, dicomInstances.documentId))
    .where(
      and(
        eq(documents.caseId, caseId),
        isNull(documents.archivedAt),
        eq(documents.scanState, 'ready'),
        visibleTo(actor),
        inArray(dicomInstances.instanceUid, [...wanted]),
      ),
    )
    .orderBy(asc(documents.uploadedAt), asc(dicomInstances.member));
  return [...wanted].flatMap((instance) => {
    const [first, ...others] = rows.filter((row) => row.instance === instance);
    if (!first || others.some(({ sha256 }) => sha256 === null || sha256 !== first.sha256)) return [];
    const { sha256: _, ...image } = first;
    return [image];
  });
};
