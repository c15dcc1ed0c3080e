import type { Intake } from '@konsil/contracts/documents';
import { and, eq, inArray } from 'drizzle-orm';
import { dicomInstances, documents } from '@konsil/server-domain/schema';
import { Problem } from '@konsil/server-platform/http/problems';
import { visibleTo } from '@konsil/server-domain/documents/document-rules';
import type { AddDocumentsInput } from './add-documents.ts';
import type { ReceivedFile } from './receive-files.ts';

interface KnownIn {
  id: string;
  archivedAt: Date | null;
}
/** A file that is new to the case; `knownImages` counts its images that are not. */
export type FreshFile = ReceivedFile & { knownImages: number };

const hashesOf = ({ inspection }: ReceivedFile): string[] =>
  inspection.kind === 'dicom' ? inspection.instances.flatMap(({ sha256 }) => sha256 ?? []) : [];

/** The images that the case already has, by hash, with their document; without documents hidden from this side. */
const findImages = async (
  { tx, actor, theCase }: AddDocumentsInput,
  hashes: readonly string[],
): Promise<Map<string, KnownIn>> => {
  if (hashes.length === 0) return new Map();
  const rows = await tx
    .selectDistinct({ sha256: dicomInstances.sha256, id: documents.id, archivedAt: documents.archivedAt })
    .from(dicomInstances)
    .innerJoin(documents, eq(documents.id, dicomInstances.documentId))
    .where(and(eq(documents.caseId, theCase.id), inArray(dicomInstances.sha256, [...hashes]), visibleTo(actor)));
  return new Map(rows.map(({ sha256, ...known }) => [sha256 ?? '', known]));
};

const findFiles = async (
  { tx, actor, theCase }: AddDocumentsInput,
  received: readonly ReceivedFile[],
): Promise<Map<string, KnownIn>> => {
  const rows = await tx
    .select({ sha256: documents.sha256, id: documents.id, archivedAt: documents.archivedAt })
    .from(documents)
    .where(
      and(
        eq(documents.caseId, theCase.id),
        inArray(
          documents.sha256,
          received.map(({ stored }) => stored.sha256),
        ),
        visibleTo(actor),
      ),
    );
  return new Map(rows.map(({ sha256, ...known }) => [sha256, known]));
};

/**
 * Leaves out duplicates: the same bytes, or images that all exist already, however packed.
 * @throws {Problem} `conflict` with `{ documentId, archived_at }` as current state, for a file without anything new.
 */
export const withoutKnown = async (
  adding: AddDocumentsInput,
  received: readonly ReceivedFile[],
): Promise<{ fresh: FreshFile[]; known: ReceivedFile[] }> => {
  const [files, images] = await Promise.all([
    findFiles(adding, received),
    findImages(adding, received.flatMap(hashesOf)),
  ]);
  const fresh: FreshFile[] = [];
  const known: ReceivedFile[] = [];
  const sums = new Map<string, number>();
  const conflict = ({ upload }: ReceivedFile, there?: KnownIn) =>
    new Problem('conflict', {
      detail: 'fileKnown',
      errors: [{ path: `File.${upload}`, code: 'fileKnown' }],
      ...(there && { current: { documentId: there.id, archived_at: there.archivedAt?.toISOString() ?? null } }),
    });
  for (const file of received) {
    const hashes = hashesOf(file);
    const there = hashes.filter((hash) => images.has(hash));
    const before =
      files.get(file.stored.sha256) ??
      (hashes.length > 0 && there.length === hashes.length ? images.get(there[0] ?? '') : undefined);
    const twice = sums.get(file.stored.sha256);
    if (twice !== undefined && twice !== file.upload) throw conflict(file);
    const alone = received.every((other) => other === file || other.upload !== file.upload);
    if (before && alone) throw conflict(file, before);
    if (before || twice !== undefined) known.push(file);
    else fresh.push({ ...file, knownImages: there.length });
    sums.set(file.stored.sha256, file.upload);
  }
  // One of several files contains nothing new.
  const lost = known.find(({ upload }) => !fresh.some((file) => file.upload === upload));
  if (lost) throw conflict(lost, files.get(lost.stored.sha256) ?? images.get(hashesOf(lost)[0] ?? ''));
  return { fresh, known };
};

const nothing: Intake = {
  damaged: [],
  damaged_count: 0,
  left_out: [],
  left_out_count: 0,
  letters: [],
  copies: 0,
  known: 0,
};

/** The stored remarks on an upload, with the number of its images that existed already. */
export const intakeWith = (intake: Intake | undefined, knownImages: number): { intake?: Intake } =>
  intake || knownImages > 0 ? { intake: { ...(intake ?? nothing), known: knownImages } } : {};
