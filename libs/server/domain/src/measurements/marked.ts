import {
  measurementsSchema,
  mostMarked,
  type MarkedForAnswer,
  type Measurement,
  type SentMeasurements,
} from '@konsil/contracts/measurements';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { invalid } from '@konsil/server-platform/http/problems';
import { can } from '../access/access.ts';
import { documentResource, type CaseRow } from '../access/loaders.ts';
import { readableCases } from '../cases/case-scope.ts';
import { comparedWith } from '../documents/dicom-summary.ts';
import { visibleTo } from '../documents/document-rules.ts';
import type { Work } from '../kernel/work.ts';
import { patientOf } from '../patients/patient-record.ts';
import { answers, cases, dicomInstances, documents, drafts } from '../schema.ts';
import { answerTexts, type FrozenMeasurement } from '../sealed/answer.ts';
import { dicomInstance } from '../sealed/dicom-instance.ts';
import { documentSecrets } from '../sealed/document.ts';
import { draftContent } from '../sealed/draft.ts';

/** The key of the draft with a doctor's measurements of a case. */
export const measurementsKey = (caseId: string): string => `measurements:${caseId}`;

interface Marked {
  revision: string | null;
  items: FrozenMeasurement[];
  leftOut: number;
}

type Found = { document: typeof documents.$inferSelect; theCase: CaseRow; image: typeof dicomInstances.$inferSelect };

/** The images of some measurements in the documents of the patient that the doctor may read now. */
const imagesOf = async ({ tx, actor }: Work, theCase: CaseRow, items: readonly Measurement[]): Promise<Found[]> => {
  const uids = [...new Set(items.map(({ instance }) => instance.split('~')[0] ?? ''))];
  if (uids.length === 0) return [];
  const rows = await tx
    .select({ document: documents, theCase: cases, image: dicomInstances })
    .from(dicomInstances)
    .innerJoin(documents, eq(documents.id, dicomInstances.documentId))
    .innerJoin(cases, eq(cases.id, documents.caseId))
    .where(
      and(
        eq(documents.patientId, theCase.patientId),
        readableCases(actor),
        visibleTo(actor),
        isNull(documents.archivedAt),
        eq(documents.scanState, 'ready'),
        inArray(dicomInstances.instanceUid, uids),
      ),
    )
    // If two cases have copies, the one in this case counts.
    .orderBy(desc(eq(documents.caseId, theCase.id)), documents.uploadedAt, documents.id, dicomInstances.member);
  return rows.filter(({ document, theCase: its }) => can(actor, 'document', 'read', documentResource(document, its)));
};

/** The one image that a measurement was made in; null if it is gone, or if several with its UID differ. */
const imageOf = ({ study, series, instance }: Measurement, images: readonly Found[]): Found | null => {
  const [uid, documentId, member] = instance.split('~');
  const same = images.filter(
    ({ image }) =>
      image.studyUid === study &&
      image.seriesUid === series &&
      image.instanceUid === uid &&
      (documentId === undefined || (image.documentId === documentId && image.member === Number(member))),
  );
  const [first] = same;
  const isCopy = ({ image }: Found) => image.sha256 !== null && image.sha256 === first?.image.sha256;
  return first && same.slice(1).every(isCopy) ? first : null;
};

/** The measurements that earlier answers of the case have. */
const sentBefore = async ({ tx, kernel: { vault } }: Work, theCase: CaseRow): Promise<Set<string>> => {
  const rows = await tx.select({ sealed: answers.sealed }).from(answers).where(eq(answers.caseId, theCase.id));
  const texts = await Promise.all(rows.map(({ sealed }) => vault.open(tx, theCase.patientId, answerTexts, sealed)));
  return new Set(texts.flatMap(({ measurements = [] }) => measurements.map(({ id }) => id)));
};

/**
 * The measurements that the doctor marked for the next answer, each with its image. Measurements whose image is gone or
 * ambiguous, or names another person, are left out.
 */
export const markedMeasurements = async (work: Work, theCase: CaseRow): Promise<Marked> => {
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  const [row] = await tx
    .select()
    .from(drafts)
    .where(and(eq(drafts.accountId, actor.accountId), eq(drafts.key, measurementsKey(theCase.id))));
  if (!row) return { revision: null, items: [], leftOut: 0 };
  const kept = measurementsSchema.safeParse(await vault.open(tx, row.ownerId, draftContent, row.sealed));
  const all = kept.success ? kept.data.items.filter(({ for_answer: marked }) => marked !== undefined) : [];
  if (all.length === 0) return { revision: row.revision, items: [], leftOut: 0 };
  const sent = await sentBefore(work, theCase);
  const marked = all.filter(({ id }) => !sent.has(id));
  const images = await imagesOf(work, theCase, marked);
  const patient = await patientOf(tx, vault, theCase.patientId);
  const items: FrozenMeasurement[] = [];
  for (const { for_answer: given, ...measurement } of marked) {
    const found = imageOf(measurement, images);
    if (!found || measurement.frame > found.image.frames) continue;
    const { document, image } = found;
    const { dicom } = await vault.open(tx, document.patientId, documentSecrets, document.sealed);
    if (!dicom || comparedWith(dicom, patient).mismatch) continue;
    const { studyDate } = await vault.open(tx, document.patientId, dicomInstance, image.sealed);
    items.push({
      ...measurement,
      numbers: given?.numbers ?? [],
      image: {
        document_id: document.id,
        document_sha256: document.sha256,
        sha256: image.sha256,
        modality: image.modality,
        study_date: studyDate,
        series_number: image.seriesNumber,
        number: image.instanceNumber,
        frames: image.frames,
      },
    });
  }
  return { revision: row.revision, items, leftOut: marked.length - items.length };
};

/** A frozen measurement without the sums that only the server compares. */
export const shownMeasurement = ({
  image: { document_sha256: _document, sha256: _image, ...image },
  ...measurement
}: FrozenMeasurement): MarkedForAnswer['items'][number] => ({ ...measurement, image });

/**
 * The measurements of an answer as they are sent.
 * @throws {Problem} `invalid` if the draft changed since the sender saw it, or one cannot be sent any more
 */
export const measurementsToSend = async (
  work: Work,
  theCase: CaseRow,
  sent: SentMeasurements | undefined,
): Promise<FrozenMeasurement[]> => {
  const ids = new Set(sent?.ids);
  if (!sent || ids.size === 0) return [];
  const { revision, items } = await markedMeasurements(work, theCase);
  const chosen = items.filter(({ id }) => ids.has(id));
  if (revision !== sent.revision || chosen.length !== ids.size || chosen.length > mostMarked)
    throw invalid({ path: 'measurements', code: 'measurementsChanged' });
  return chosen;
};
