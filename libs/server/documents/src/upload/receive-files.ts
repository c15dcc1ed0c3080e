import type { MultipartFile } from '@fastify/multipart';
import { maxUploadBytes } from '@konsil/contracts/codes';
import type { Intake } from '@konsil/contracts/documents';
import { fileKindOf, foreignKinds, type FileKind, type ForeignKind } from '@konsil/contracts/file-kinds';
import type { PicturedPerson } from '@konsil/contracts/person-names';
import type { FastifyRequest } from 'fastify';
import type { SkippedMember } from '@konsil/server-dicom/dicom-instance';
import type { DocumentRow } from '@konsil/server-domain/access/loaders';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import type { FieldCode } from '@konsil/server-platform/http/words';
import type { StoredFile } from '@konsil/server-storage/file-store';
import {
  fileTypeOf,
  isDicomType,
  isPhoto,
  safeFileName,
  sniffedBytes,
  type FileType,
} from '@konsil/server-dicom/file-type';
import type { DocumentParts } from '../parts.ts';
import type { Inspection, Part } from '../reading/reading.ts';

/** A stored and inspected file that has no row yet. */
export interface ReceivedFile {
  fileName: string;
  type: FileType;
  stored: StoredFile;
  /** The file key, wrapped by the patient's. */
  wrappedKey: Buffer;
  inspection: Part['inspection'];
  /** The person named in a report. */
  person?: PicturedPerson | undefined;
  /** Members that were left out. */
  skipped: SkippedMember[];
  intake?: Intake | undefined;
  /** Groups the documents of one uploaded file. */
  upload: number;
  scanState: 'ready' | 'checking';
}
export type ReceivingParts = Pick<DocumentParts, 'kernel' | 'storing' | 'reader' | 'scanner'>;

export const mostFiles = 20;
const limits = {
  fileSize: maxUploadBytes,
  files: mostFiles,
  fields: 20,
  fieldSize: 2048,
  fieldNameSize: 100,
  headerPairs: 50,
  parts: mostFiles + 20,
};

/** An unsupported file: with the text of specification section 5, and its detected type in `current`. */
const refuseKind = (kind: FileKind | null, index: number): Problem =>
  new Problem('unsupported_type', {
    errors: [{ path: `File.${index}`, code: 'fileType' }],
    ...(kind && { current: { kind } }),
  });
const refuse = (
  code: FieldCode,
  index: number,
  problem: 'invalid' | 'too_large' | 'unsupported_type' | 'infected' = 'invalid',
): Problem => new Problem(problem, { errors: [{ path: `File.${index}`, code }] });

/** Reads until the type can be detected; empty for an empty stream. */
const firstBytes = async (source: AsyncIterator<Buffer>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for (let size = 0; size < sniffedBytes; ) {
    const { done, value } = await source.next();
    if (done) break;
    pieces.push(value);
    size += value.length;
  }
  return Buffer.concat(pieces);
};

/** The patient and uploader of the files. */
export interface Sending {
  patientId: string;
  accountId: string;
}

/** Stores and inspects one file. @throws {Problem} with the reason at `File.<index>` */
export const receiveOne = async (
  parts: ReceivingParts,
  { patientId, accountId }: Sending,
  part: Pick<MultipartFile, 'file' | 'filename'>,
  index: number,
): Promise<ReceivedFile[]> => {
  const { kernel, storing, reader, scanner } = parts;
  // The reader would wait for the end of the part, which may never come.
  part.file.once('limit', () => part.file.destroy(refuse('fileTooLarge', index, 'too_large')));
  const source = part.file[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const head = await firstBytes(source).catch((failure: unknown) => {
    throw asProblem(failure);
  });
  if (head.length === 0) throw refuse('fileEmpty', index);
  const type = fileTypeOf(head);
  if (!type) throw refuseKind(fileKindOf(head, part.filename), index);

  let lost: unknown;
  async function* content() {
    try {
      yield head;
      for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
    } catch (error) {
      lost = error;
      throw error;
    }
    if (part.file.truncated) throw refuse('fileTooLarge', index, 'too_large');
  }
  const { key: fileKey, wrapped } = await kernel.vault.newFileKey(kernel.db, patientId);
  const [key = ''] = await kernel.files.newKeys(1);
  const stored = await storing.put(content(), { key, fileKey }).catch((failure: unknown) => {
    if (failure instanceof Problem) throw failure;
    if (lost) throw asProblem(lost);
    throw notNow(kernel, failure, 'a file could not be stored');
  });
  const keys = [stored.key];
  try {
    const look = (more?: readonly string[]) =>
      reader.inspect({ key: stored.key, fileKey, type }, accountId, more).catch((failure: unknown) => {
        throw notNow(kernel, failure, 'a file could not be looked at');
      });
    let seen = await look();
    if (seen?.kind === 'keysNeeded') {
      const more = await kernel.files.newKeys(seen.count);
      keys.push(...more);
      seen = await look(more);
    }
    const { parts: found, skipped } = accepted(seen, type, index);
    const verdict = scanner ? await scanner.judge({ key: stored.key, fileKey }) : 'clean';
    if (verdict === 'infected') throw refuse('fileInfected', index, 'infected');
    const used = new Set(found.map((one) => (one.stored ?? stored).key));
    await kernel.files.delete(...keys.filter((key) => !used.has(key)));
    return found.map(
      (one, place): ReceivedFile => ({
        fileName: nameOf(one, part.filename),
        type: one.type,
        stored: one.stored ?? stored,
        wrappedKey: wrapped,
        inspection: one.inspection,
        person: one.person,
        skipped: place === 0 ? skipped : [],
        intake: namedBy(one.intake, part.filename),
        upload: index,
        scanState: verdict === 'clean' ? 'ready' : 'checking',
      }),
    );
  } catch (error) {
    await kernel.files.delete(...keys).catch(() => undefined);
    throw error;
  }
};

/** Names the file itself where it is no member of an archive. */
const namedBy = (intake: Intake | undefined, given: string | undefined): Intake | undefined =>
  intake && { ...intake, damaged: intake.damaged.map((file) => ({ ...file, name: file.name || (given ?? '') })) };

/**
 * A letter beside the images of a stored archive, as a file of its own.
 * @throws {Problem} with the reason, as for an upload
 */
export const receiveLetter = async (
  { kernel, reader, scanner }: Omit<ReceivingParts, 'storing'>,
  archive: Pick<DocumentRow, 'storageKey' | 'fileKey' | 'patientId' | 'contentType'>,
  { accountId, member }: { accountId: string; member: number },
): Promise<ReceivedFile> => {
  const fileKey = await kernel.vault.unwrapFileKey(kernel.db, archive.patientId, archive.fileKey);
  const [key = ''] = await kernel.files.newKeys(1);
  try {
    const file = { key: archive.storageKey, fileKey, type: archive.contentType as FileType };
    const seen = await reader.letter(file, accountId, member, key).catch((failure: unknown) => {
      throw notNow(kernel, failure, 'a letter could not be looked at');
    });
    const [letter] = seen?.kind === 'parts' ? seen.parts : [];
    if (!letter?.stored)
      throw refuse(seen?.kind === 'refused' && !isForeignKind(seen.code) ? seen.code : 'unreadable', 0);
    const verdict = scanner ? await scanner.judge({ key, fileKey }) : 'clean';
    if (verdict === 'infected') throw refuse('fileInfected', 0, 'infected');
    return {
      fileName: nameOf(letter, undefined),
      type: letter.type,
      stored: letter.stored,
      wrappedKey: archive.fileKey,
      inspection: letter.inspection,
      skipped: [],
      upload: 0,
      scanState: verdict === 'clean' ? 'ready' : 'checking',
    };
  } catch (error) {
    await kernel.files.delete(key).catch(() => undefined);
    throw error;
  }
};

/** A report or letter is named by its title, one of several examinations by upload, person and examination. */
const nameOf = ({ type, title, behindName }: Part, given: string | undefined): string => {
  if (title) return safeFileName(title.replace(/[/\\]/g, ' '), type);
  const name = safeFileName(given?.replace(/\.(?:zip|dcm)$/i, ''), type);
  return behindName ? safeFileName(`${name.replace(/\.\w+$/, '')} – ${behindName.replace(/[/\\]/g, ' ')}`, type) : name;
};

/** A temporary failure of this server: the sender gets a retry, the operator the reason. */
const notNow = ({ log }: Kernel, failure: unknown, what: string): Problem => {
  log.error({ failure }, what);
  return new Problem('unavailable', { retryAfter: 10 });
};

type Accepted = Inspection & { kind: 'parts' };
const alone = (type: FileType, inspection: Part['inspection']): Accepted => ({
  kind: 'parts',
  parts: [{ stored: null, type, inspection, ...(inspection.kind === 'dicom' && { intake: inspection.intake }) }],
  skipped: inspection.kind === 'dicom' ? (inspection.skipped ?? []) : [],
});

const isForeignKind = (code: string): code is ForeignKind => (foreignKinds as readonly string[]).includes(code);

/** A PDF that could not be read in time is accepted without a guess; pictures and studies must be inspected. */
const accepted = (inspection: Inspection | null, type: FileType, index: number): Accepted => {
  if (!inspection || inspection.kind === 'keysNeeded') {
    if (isPhoto(type) || isDicomType(type)) throw refuse('unreadable', index);
    return alone(type, { kind: 'pdf', text: '' });
  }
  if (inspection.kind === 'parts') return inspection;
  if (inspection.kind !== 'refused') return alone(type, inspection);
  const { code } = inspection;
  if (isForeignKind(code)) throw refuseKind(code, index);
  const foreign = code === 'not_dicom' || code === 'no_image';
  throw refuse(code, index, foreign ? 'unsupported_type' : 'invalid');
};

const drainedBytes = 64 * 1024 * 1024;
const drainedMs = 10_000;

/**
 * Reads the rest for a while, because an interrupted sender never sees the response. One that keeps sending loses the
 * connection.
 */
export const drain = async ({ raw }: FastifyRequest): Promise<void> => {
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  await new Promise<void>((resolve) => {
    let left = drainedBytes;
    const timer = setTimeout(stop, drainedMs);
    function stop() {
      clearTimeout(timer);
      raw.off('data', count).off('end', stop).off('close', stop);
      resolve();
    }
    function count(piece: Buffer) {
      left -= piece.length;
      if (left < 0) stop();
    }
    raw.on('data', count).on('end', stop).on('close', stop).resume();
  });
  if (raw.readableEnded || raw.destroyed) return;
  const cutOff = setTimeout(() => raw.destroy(), drainedMs).unref();
  raw.once('close', () => clearTimeout(cutOff));
};

/** Any error of the multipart parser means an unreadable form, or too many parts. */
export const asProblem = (error: unknown): unknown => {
  const code = String((error as { code?: unknown }).code);
  if (error instanceof Problem || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE') return error;
  return /^FST_(FILES|PARTS|FIELDS)_LIMIT$/.test(code)
    ? invalid({ path: 'File', code: 'tooMany' })
    : new Problem('unreadable');
};
async function* filesOf(request: FastifyRequest): AsyncGenerator<MultipartFile> {
  try {
    for await (const part of request.parts({ limits, throwFileSizeLimit: false } as Parameters<
      typeof request.parts
    >[0])) {
      if (part.type === 'file') yield part;
    }
  } catch (error) {
    throw asProblem(error);
  }
}

/**
 * Receives the files of a form (field `File`) one by one as streams: hashed, encrypted, stored, inspected. If one is
 * refused, all are discarded.
 * @throws {Problem} with the reason at `File.<index>`.
 */
export const receiveFiles = async (
  parts: ReceivingParts,
  request: FastifyRequest,
  sending: Sending,
): Promise<ReceivedFile[]> => {
  const received: ReceivedFile[] = [];
  let index = 0;
  try {
    for await (const part of filesOf(request)) {
      if (part.fieldname !== 'File') throw invalid({ path: 'File', code: 'fileMissing' });
      received.push(...(await receiveOne(parts, sending, part, index)));
      index += 1;
    }
    if (received.length === 0) throw invalid({ path: 'File', code: 'fileMissing' });
    return received;
  } catch (error) {
    await discardFiles(parts.kernel, received);
    await drain(request);
    throw error;
  }
};

/** Deletes stored files that get no row; failed deletions are left to the sweep. */
export const discardFiles = async (kernel: Kernel, received: readonly ReceivedFile[]): Promise<void> => {
  for (const { stored } of received)
    await kernel.files
      .delete(stored.key)
      .catch((failure: unknown) => kernel.log.warn({ failure }, 'a discarded file waits for the sweep'));
};
