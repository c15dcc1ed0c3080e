import type { Pin, WrittenPin } from '@konsil/contracts/pins';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { can } from '@konsil/server-domain/access/access';
import { documentResource, type CaseRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { cases, documents } from '@konsil/server-domain/schema';
import type { FrozenMeasurement, FrozenPin } from '@konsil/server-domain/sealed/answer';
import { documentSecrets } from '@konsil/server-domain/sealed/document';
import { invalid } from '@konsil/server-platform/http/problems';
import type { MedicalKind } from '@konsil/contracts/codes';

const gone = () => invalid({ path: 'pins', code: 'pinGone' });

/** The documents among these ids that the reader can open now. */
export const readableDocuments = async ({ tx, actor }: Work, patientId: string, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, typeof documents.$inferSelect>();
  const rows = await tx
    .select({ document: documents, theCase: cases })
    .from(documents)
    .innerJoin(cases, eq(cases.id, documents.caseId))
    .where(
      and(
        inArray(documents.id, [...new Set(ids)]),
        eq(documents.patientId, patientId),
        isNull(documents.archivedAt),
        eq(documents.scanState, 'ready'),
      ),
    );
  return new Map(
    rows
      .filter(({ document, theCase }) => can(actor, 'document', 'read', documentResource(document, theCase)))
      .map(({ document }) => [document.id, document]),
  );
};

const onPages = (pins: readonly { place: { kind: string; document_id?: string } }[]): string[] =>
  pins.flatMap(({ place }) => place.document_id ?? []);

/**
 * The pins of an answer as they are sent, each with the sum of its document.
 * @throws {Problem} `invalid` for a place that the sender cannot show
 */
export const pinsToSend = async (
  work: Work,
  theCase: CaseRow,
  pins: readonly WrittenPin[],
  measurements: readonly FrozenMeasurement[],
): Promise<FrozenPin[]> => {
  const found = await readableDocuments(work, theCase.patientId, onPages(pins));
  const sent: FrozenPin[] = [];
  for (const { number, words, place } of pins) {
    if (place.kind === 'measurement') {
      if (!measurements.some(({ id }) => id === place.id)) throw gone();
      sent.push({ number, words, place });
      continue;
    }
    const document = found.get(place.document_id);
    // Links lead to documents of the answer's own case.
    if (document?.caseId !== theCase.id) throw gone();
    const { pages, source_name: source = '' } = await work.kernel.vault.open(
      work.tx,
      document.patientId,
      documentSecrets,
      document.sealed,
    );
    if (place.page > (pages ?? (document.contentType === 'application/pdf' ? place.page : 1))) throw gone();
    sent.push({
      number,
      words,
      place: {
        ...place,
        document_sha256: document.sha256,
        document: {
          medical_kind_code: document.medicalKindCode,
          issue_date: document.issueDate,
          source_name: source,
        },
      },
    });
  }
  return sent;
};

/** Pins as their reader sees them; for an archived or erased document `there` is false. */
export const shownPins = async (work: Work, patientId: string, pins: readonly FrozenPin[]): Promise<Pin[]> => {
  const found = await readableDocuments(work, patientId, onPages(pins));
  return pins.map(({ number, words, place }): Pin => {
    if (place.kind === 'measurement') return { number, words, place: { kind: 'measurement', id: place.id } };
    const { document_sha256: sum, document, ...where } = place;
    return {
      number,
      words,
      place: {
        ...where,
        document: { ...document, medical_kind_code: document.medical_kind_code as MedicalKind | null },
        there: found.get(place.document_id)?.sha256 === sum,
      },
    };
  });
};
