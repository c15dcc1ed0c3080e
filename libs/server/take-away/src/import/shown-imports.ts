import { comparePersonName } from '@konsil/contracts/person-names';
import { importPieceBytes } from '@konsil/contracts/import-limits';
import { type ImportedContent, type RecordImport } from '@konsil/contracts/imports';
import { and, count, eq, inArray, isNotNull, ne, or } from 'drizzle-orm';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { cases, dicomInstances, documents, importPieces, imports, patients } from '@konsil/server-domain/schema';
import { importedRecord, type ArchiveContent } from '@konsil/server-domain/sealed/imported-record';
import { patientRecord } from '@konsil/server-domain/sealed/patient';
import type { ImportRow } from '@konsil/server-documents/imported/kept-archive';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { handoverName } from '../exchange/tokens.ts';
import { enclosedFolder } from '../record-archive.ts';
import { recordKeyOf } from '../record-key.ts';

type Parts = Pick<Kernel, 'vault'>;

export const piecesOf = (size: number): number => Math.ceil(size / importPieceBytes);

export const contentOf = async ({ vault }: Parts, tx: Tx | Database, { patientId, sealed }: ImportRow) =>
  vault.open(tx, patientId, importedRecord, sealed);

/** The hashes of an account's documents among these. */
export const knownHashes = async (tx: Tx, accountId: string, hashes: readonly string[]): Promise<Set<string>> => {
  if (hashes.length === 0) return new Set();
  const rows = await tx
    .select({ original: documents.sha256, view: documents.viewSha256 })
    .from(documents)
    .innerJoin(cases, eq(cases.id, documents.caseId))
    .where(
      and(
        eq(cases.accountId, accountId),
        or(inArray(documents.sha256, [...hashes]), inArray(documents.viewSha256, [...hashes])),
      ),
    );
  return new Set(rows.flatMap(({ original, view }) => [original, view ?? []].flat()));
};

/** The given hashes that a document of a person has, or an image in one, even if it is archived. */
export const knownOfPerson = async (tx: Tx, patientId: string, hashes: readonly string[]): Promise<string[]> => {
  if (hashes.length === 0) return [];
  const asked = [...new Set(hashes)];
  const whole = await tx
    .select({ original: documents.sha256, view: documents.viewSha256 })
    .from(documents)
    .where(
      and(
        eq(documents.patientId, patientId),
        or(inArray(documents.sha256, asked), inArray(documents.viewSha256, asked)),
      ),
    );
  const images = await tx
    .selectDistinct({ sha256: dicomInstances.sha256 })
    .from(dicomInstances)
    .innerJoin(documents, eq(documents.id, dicomInstances.documentId))
    .where(and(eq(documents.patientId, patientId), inArray(dicomInstances.sha256, asked)));
  const there = new Set([
    ...whole.flatMap(({ original, view }) => [original, view]),
    ...images.map(({ sha256 }) => sha256),
  ]);
  return asked.filter((hash) => there.has(hash));
};

const documentFiles = ({ files }: ArchiveContent) => files.filter(({ document }) => document !== null);

/** Existing cases: of the account, or imported before. */
const knownCases = async (parts: Parts, tx: Tx, row: ImportRow, content: ArchiveContent): Promise<Set<string>> => {
  const ids = content.cases.map(({ id }) => id);
  const own =
    ids.length === 0
      ? []
      : await tx
          .select({ id: cases.id })
          .from(cases)
          .where(and(eq(cases.accountId, row.accountId), inArray(cases.id, ids)));
  const others = await tx
    .select()
    .from(imports)
    .where(and(eq(imports.patientId, row.patientId), isNotNull(imports.takenAt), ne(imports.id, row.id)));
  const opened = await Promise.all(others.map((other) => contentOf(parts, tx, other)));
  return new Set([
    ...own.map(({ id }) => id),
    ...opened.flatMap((other) => other.content?.cases ?? []).map(({ id }) => id),
  ]);
};

const differencesOf = async (
  { vault }: Parts,
  tx: Tx,
  patientId: string,
  { person }: ArchiveContent,
): Promise<ImportedContent['differs']> => {
  const [row] = await tx.select().from(patients).where(eq(patients.id, patientId));
  if (!row) throw new Error('The person of an import is gone.');
  const here = await vault.open(tx, row.id, patientRecord, row.sealed);
  const named = `${person.last_name}^${person.first_name}`;
  return [
    ...(comparePersonName(named, here) === 'same' ? [] : (['name'] as const)),
    ...(person.date_of_birth === here.date_of_birth ? [] : (['date_of_birth'] as const)),
  ];
};

const showContent = async (
  kernel: Parts,
  tx: Tx,
  row: ImportRow,
  content: ArchiveContent,
): Promise<ImportedContent> => {
  const files = documentFiles(content);
  const hashes = await knownHashes(
    tx,
    row.accountId,
    files.map(({ sha256 }) => sha256),
  );
  const known = await knownCases(kernel, tx, row, content);
  const { made_at, host, key_id, person, left_out, health } = content;
  return {
    made_at,
    host,
    key_id,
    ours: key_id === recordKeyOf(kernel.vault).kid,
    person,
    differs: await differencesOf(kernel, tx, row.patientId, content),
    cases: content.cases.map(({ documents: of, ...theCase }) => ({
      ...theCase,
      documents: of.length,
      known: known.has(theCase.id),
    })),
    documents: files.length,
    known_documents: files.filter(({ sha256 }) => hashes.has(sha256)).length,
    left_out,
    enclosed: content.files.flatMap(({ path }, place) =>
      path.startsWith(enclosedFolder) ? { file_name: path.slice(enclosedFolder.length), place } : [],
    ),
    health,
    receipt: content.files.some(({ path }) => path === handoverName),
  };
};

export const showImport = async (kernel: Parts, tx: Tx, row: ImportRow): Promise<RecordImport> => {
  const { file_name, content } = await contentOf(kernel, tx, row);
  const [arrived] = await tx.select({ pieces: count() }).from(importPieces).where(eq(importPieces.importId, row.id));
  const pieces = arrived?.pieces ?? 0;
  const waiting = pieces < piecesOf(row.size) ? 'receiving' : 'received';
  return {
    id: row.id,
    patient_id: row.patientId,
    state: row.takenAt ? 'taken' : content ? 'checked' : waiting,
    file_name,
    size: row.size,
    pieces,
    created_at: iso(row.createdAt),
    taken_at: isoOrNull(row.takenAt),
    content: content && (await showContent(kernel, tx, row, content)),
  };
};
