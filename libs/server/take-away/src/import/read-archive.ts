import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl';
import * as z from 'zod/mini';
import { healthTextsIn, healthTextsSchema } from '@konsil/contracts/health-profile';
import { mostImportBytes, mostImportImages, mostImportMembers } from '@konsil/contracts/import-limits';
import type { ImportRefusal } from '@konsil/contracts/import-limits';
import { importedCaseTextsSchema, importedDocumentSchema } from '@konsil/contracts/imports';
import { fileTypeOf, sniffedBytes } from '@konsil/server-dicom/file-type';
import { isOfFileSet } from '@konsil/server-dicom/file-set/file-set';
import { DicomProblem } from '@konsil/server-dicom/read-errors';
import { membersOf, storedAt, type ZipMember } from '@konsil/server-dicom/zip-members';
import { openMember } from '@konsil/server-documents/imported/kept-archive';
import type { Verdict } from '@konsil/server-documents/virus-scanner';
import type { ArchiveContent, ArchiveFile } from '@konsil/server-domain/sealed/imported-record';
import type { OpenedFile } from '@konsil/server-storage/file-store';
import { handoverName, mostTokenLength, readHandover, type Handover, type Signed } from '../exchange/tokens.ts';
import { archiveFormat, archiveVersion } from '../record-archive.ts';
import { checkMembers, jsonOf, NoArchive } from '../verify-archive.ts';
import { ArchiveReader } from './archive-reader.ts';

// 2,000 files and their cases need half of it. It is read whenever the person's archives are listed.
const mostContentBytes = 2 * 1024 * 1024;

/** The reason why an archive is refused. */
export type ArchiveFaultCode = ImportRefusal | 'fileInfected';
export class ArchiveFault extends Error {
  constructor(readonly code: ArchiveFaultCode) {
    super(code);
  }
}
/** The virus scanner does not answer: nothing is known of the file. */
export class Unscanned extends Error {}

/** yauzl throws plain errors, and zlib has codes of its own: anything else is a fault of the server. */
const isOfArchive = (failure: unknown): boolean => {
  const { code } = failure as { code?: unknown };
  return (
    failure instanceof Error &&
    failure.constructor === Error &&
    (code === undefined || (typeof code === 'string' && code.startsWith('Z_')))
  );
};

const exportedCase = z.extend(importedCaseTextsSchema, { documents: z.array(importedDocumentSchema) });
const recordSchema = z.object({
  format: z.literal(archiveFormat),
  version: z.literal(archiveVersion),
  person: z.object({
    record: z.object({ first_name: z.string(), last_name: z.string(), date_of_birth: z.iso.date() }),
    health_profile: z.nullable(healthTextsSchema),
    cases: z.array(exportedCase),
  }),
});
export type ArchivedCase = z.infer<typeof exportedCase>;

const summarySchema = z.object({
  entry: z.array(
    z.object({
      fullUrl: z.string(),
      resource: z.object({
        resourceType: z.string(),
        id: z.string(),
        content: z.optional(z.array(z.object({ attachment: z.object({ url: z.optional(z.string()) }) }))),
      }),
    }),
  ),
});

const open = async (archive: OpenedFile): Promise<ZipFile> => {
  try {
    return await fromRandomAccessReaderPromise(new ArchiveReader(archive), archive.size, {
      autoClose: false,
      decodeStrings: false,
    });
  } catch (failure) {
    throw isOfArchive(failure) ? new ArchiveFault('foreign') : failure;
  }
};

/** Names are never used as paths here, but an archive with such names was not made by Konsil. */
const harmless = (members: readonly ZipMember[]): Map<string, Entry> => {
  const byName = new Map<string, Entry>();
  for (const { name, entry, unfit, rooted } of members) {
    if (unfit ?? rooted ?? byName.has(name)) throw new ArchiveFault('changed');
    byName.set(name, entry);
  }
  return byName;
};

/** The owner of each file's bytes, and the origin of the archive; both as its summary has them. */
const sourcesOf = ({ entry }: z.infer<typeof summarySchema>): { host: string; documents: Map<string, string> } => {
  const documents = new Map<string, string>();
  for (const { resource } of entry) {
    const url = resource.content?.[0]?.attachment.url;
    if (resource.resourceType === 'DocumentReference' && url !== undefined) documents.set(url, resource.id);
  }
  const address = entry[0]?.fullUrl ?? '';
  return { host: URL.canParse(address) ? new URL(address).host : '', documents };
};

const headOf = async (file: OpenedFile): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  if (file.size > 0)
    for await (const piece of file.read({ start: 0, end: Math.min(file.size, sniffedBytes) }))
      pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

/** Keeps why the storage failed: on its way through yauzl and zlib such an error looks like one of the archive. */
const withFailures = ({ size, read }: OpenedFile): { file: OpenedFile; failures: unknown[] } => {
  const failures: unknown[] = [];
  return {
    file: { size, read: (span) => read(span).once('error', (failure) => void failures.push(failure)) },
    failures,
  };
};

export interface ReadArchive {
  content: ArchiveContent;
  manifestSha256: string;
}

const readWhole = async (
  archive: OpenedFile,
  judge: ((content: AsyncIterable<unknown>) => Promise<Verdict>) | null,
): Promise<ReadArchive> => {
  const zip = await open(archive);
  const mostMembers = mostImportMembers + mostImportImages;
  if (zip.entryCount > mostMembers) throw new ArchiveFault('too_large');
  const found = await membersOf(zip, archive.size, mostMembers);
  const own = found.filter(({ name }) => !isOfFileSet(name));
  if (own.length > mostImportMembers) throw new ArchiveFault('too_large');
  const members = harmless(found);
  const unpacked = found.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  if (unpacked > mostImportBytes) throw new ArchiveFault('too_large');
  if (!members.has('manifest.json') || !members.has('record.json')) throw new ArchiveFault('foreign');
  const { faults, manifest, manifestSha256, keyId } = await checkMembers(zip, members);
  if (faults.length > 0) throw new ArchiveFault('changed');
  const { person } = await jsonOf(zip, members, 'record.json', recordSchema);
  const { host, documents } = sourcesOf(await jsonOf(zip, members, 'ips.json', summarySchema));
  const hashes = new Map(manifest.files.map(({ path, sha256 }) => [path, sha256]));
  const files: ArchiveFile[] = [];
  for (const member of found) {
    const { range, inflate, size } = await storedAt(zip, member);
    const file: ArchiveFile = {
      path: member.name,
      document: documents.get(member.name) ?? null,
      start: range[0],
      packed: range[1],
      deflated: inflate,
      size,
      sha256: hashes.get(member.name) ?? '',
      type: 'application/octet-stream',
    };
    const opened = openMember(archive, file);
    // The response names only types that an upload may have.
    file.type = fileTypeOf(await headOf(opened)) ?? file.type;
    const verdict = judge && size > 0 ? await judge(opened.read()) : 'clean';
    if (verdict === 'infected') throw new ArchiveFault('fileInfected');
    if (verdict === 'unknown') throw new Unscanned('The virus scanner did not answer.');
    // The file-set has the images of the originals once more, so nobody needs to find them in it.
    if (!isOfFileSet(file.path)) files.push(file);
  }
  const { first_name, last_name, date_of_birth } = person.record;
  const content: ArchiveContent = {
    made_at: manifest.created_at,
    host,
    key_id: keyId,
    person: { first_name, last_name, date_of_birth },
    health: person.health_profile && healthTextsIn(person.health_profile),
    left_out: manifest.left_out,
    cases: person.cases.map((theCase) => ({
      id: theCase.id,
      case_name: theCase.case_name,
      doctor: theCase.doctor.name,
      created_at: theCase.created_at,
      answers: theCase.answers.length,
      documents: theCase.documents.map(({ id }) => id),
    })),
    files,
  };
  const handover = files.find(({ path }) => path === handoverName);
  if (handover && !(await handoverIn(archive, content))) throw new ArchiveFault('changed');
  if (Buffer.byteLength(JSON.stringify(content)) > mostContentBytes) throw new ArchiveFault('too_large');
  return { manifestSha256, content };
};

/**
 * Reads an archive of `POST /api/patients/:id/take-away`: directory, signature, every checksum, then its record.
 * @throws {ArchiveFault} if it is none, or was changed
 * @throws {Unscanned}
 */
export const readArchive = async (
  archive: OpenedFile,
  judge: ((content: AsyncIterable<unknown>) => Promise<Verdict>) | null,
): Promise<ReadArchive> => {
  const { file, failures } = withFailures(archive);
  try {
    return await readWhole(file, judge);
  } catch (failure) {
    // A refused archive is deleted: never because its bytes could not be fetched.
    if (failures.length > 0 && !(failure instanceof Unscanned)) throw failures[0];
    if (failure instanceof NoArchive) throw new ArchiveFault('foreign');
    if (failure instanceof DicomProblem || isOfArchive(failure)) throw new ArchiveFault('changed');
    throw failure;
  }
};

const bytesOf = async (archive: OpenedFile, file: ArchiveFile): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of openMember(archive, file).read()) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

/** The hand-over of an archive, as it was signed; null if it has none, or one of another key. */
export const handoverIn = async (
  archive: OpenedFile,
  { files, key_id: keyId }: ArchiveContent,
): Promise<(Signed<Handover> & { token: string }) | null> => {
  const file = files.find(({ path }) => path === handoverName);
  if (!file || file.size > mostTokenLength) return null;
  const token = (await bytesOf(archive, file)).toString('utf8');
  const read = await readHandover(token);
  return read && read.kid === keyId ? { ...read, token } : null;
};

/** A case of an archive that was checked before. */
export const readCase = async (
  archive: OpenedFile,
  { files }: ArchiveContent,
  place: number,
): Promise<ArchivedCase | null> => {
  const file = files.find(({ path }) => path === 'record.json');
  if (!file) return null;
  const { person } = z.parse(recordSchema, JSON.parse((await bytesOf(archive, file)).toString('utf8')));
  return person.cases[place] ?? null;
};
