import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Dicer } from '@fastify/busboy';
import type { MultipartFile } from '@fastify/multipart';
import { maxUploadBytes } from '@konsil/contracts/codes';
import type { FastifyRequest } from 'fastify';
import { ZipFile } from 'yazl';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import {
  asProblem,
  discardFiles,
  drain,
  mostFiles,
  receiveOne,
  type ReceivedFile,
  type ReceivingParts,
  type Sending,
} from './receive-files.ts';

/** The DICOM object that one part of the request names, as far as it is readable. */
export interface SentInstance {
  sopClassUid: string;
  instanceUid: string;
}
/** PS3.18 table I.2-2, as far as an upload has such reasons. */
export const failureReasons = {
  processing: 0x0110,
  unsupported: 0x0122,
  resources: 0xa700,
  unreadable: 0xc000,
} as const;
type Reason = (typeof failureReasons)[keyof typeof failureReasons];
export interface FailedInstance extends SentInstance {
  reason: Reason;
}
/** Instances that became one upload, like the files of a ZIP. */
export interface ReceivedGroup {
  instances: SentInstance[];
  files: ReceivedFile[];
}
export interface ReceivedInstances {
  groups: ReceivedGroup[];
  failed: FailedInstance[];
}

const mostParts = 5000;
// The size of the local header, directory entry and names in a ZIP.
const zipBytesEach = 200;

const preambleBytes = 128;
const longValues = new Set(['OB', 'OW', 'UN', 'SQ', 'UT']);
const uid = /^[\d.]{1,64}$/;
const isDicom = (bytes: Buffer): boolean =>
  bytes.length > preambleBytes + 4 && bytes.toString('latin1', preambleBytes, preambleBytes + 4) === 'DICM';

/** The object that a file names in its meta information (PS3.10), which is always explicit VR little endian. */
export const instanceIn = (bytes: Buffer): SentInstance => {
  const found: SentInstance = { sopClassUid: '', instanceUid: '' };
  if (!isDicom(bytes)) return found;
  for (let at = preambleBytes + 4; at + 12 <= bytes.length && bytes.readUInt16LE(at) === 2; ) {
    const element = bytes.readUInt16LE(at + 2);
    const isLong = longValues.has(bytes.toString('latin1', at + 4, at + 6));
    const length = isLong ? bytes.readUInt32LE(at + 8) : bytes.readUInt16LE(at + 6);
    const start = at + (isLong ? 12 : 8);
    const text = bytes
      .toString('latin1', start, Math.min(start + Math.min(length, 64), bytes.length))
      .replace(/[\0 ]+$/, '');
    if (element === 2 && uid.test(text)) found.sopClassUid = text;
    if (element === 3 && uid.test(text)) found.instanceUid = text;
    at = start + length;
  }
  return found;
};

interface Part extends SentInstance {
  name: string;
  bytes: Buffer;
}

const fileOf = (source: Readable, filename: string): Pick<MultipartFile, 'file' | 'filename'> => ({
  file: Object.assign(source, { truncated: false, bytesRead: 0 }),
  filename,
});
/** One instance as it is; several as a ZIP, because the files of one examination are one document. */
const asUpload = (parts: readonly Part[]): Pick<MultipartFile, 'file' | 'filename'> => {
  const [only] = parts;
  if (only && parts.length === 1) return fileOf(Readable.from([only.bytes]), only.name);
  const zip = new ZipFile();
  for (const { bytes, name } of parts) zip.addBuffer(bytes, name, { compress: false });
  zip.end();
  return fileOf(Readable.from(zip.outputStream), 'DICOM.zip');
};

/** A refusal of these bytes, as opposed to one of the sender, or of the moment. */
const reasonOf = (error: unknown): Reason => {
  if (!(error instanceof Problem)) throw error;
  if (error.code === 'unsupported_type') return failureReasons.unsupported;
  if (error.code === 'too_large') return failureReasons.resources;
  if (error.code === 'infected') return failureReasons.processing;
  if (error.code === 'invalid') return failureReasons.unreadable;
  throw error;
};

const parameter = (header: string, name: string): string =>
  new RegExp(`;\\s*${name}=(?:"([^"]+)"|([^\\s;"]+))`, 'i').exec(header)?.slice(1).find(Boolean) ?? '';

/** A `multipart/related` body of DICOM objects while it arrives. */
export interface ObjectsBody {
  contentType: string;
  chunks: AsyncIterator<Buffer>;
}
/** Takes all objects of a body or none. Either function may throw, which ends the whole. */
export interface AllOrNone {
  /** Checks each object before it is stored. */
  look: (bytes: Buffer) => void;
  /** An object is refused. */
  refused: (reason: Reason) => void;
}

/** The parts of the body, each whole, and without content if it is too large. */
async function* partsOf(
  { contentType: header, chunks: incoming }: ObjectsBody,
  tooLarge: () => void,
): AsyncGenerator<{ type: string; bytes: Buffer | null }> {
  const boundary = parameter(header, 'boundary');
  if (!/^multipart\/related\b/i.test(header) || boundary === '') throw new Problem('unsupported_type');
  if (parameter(header, 'type').toLowerCase() !== 'application/dicom') throw new Problem('unsupported_type');
  const dicer = new Dicer({ boundary, maxHeaderPairs: 50 });
  const ready: { type: string; bytes: Buffer | null }[] = [];
  let [open, count] = [0, 0];
  let failure: unknown;
  const ended = new Promise<void>((resolve) => {
    dicer.on('finish', resolve).on('error', () => {
      failure ??= new Problem('unreadable');
      resolve();
    });
  });
  dicer.on('part', (part) => {
    [open, count] = [open + 1, count + 1];
    let [type, size] = ['', 0];
    const chunks: Buffer[] = [];
    part.on('header', (given: Record<string, string[]>) => (type = given['content-type']?.[0] ?? ''));
    part.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxUploadBytes) return void chunks.push(chunk);
      chunks.length = 0;
      try {
        tooLarge();
      } catch (error) {
        failure ??= error;
      }
    });
    part.on('error', () => (failure ??= new Problem('unreadable')));
    part.on('end', () => {
      open -= 1;
      ready.push({ type, bytes: size <= maxUploadBytes ? Buffer.concat(chunks) : null });
    });
  });
  const check = () => {
    if (failure !== undefined) throw failure;
    if (count > mostParts) throw invalid({ path: 'File', code: 'tooMany' });
  };
  for (;;) {
    const { done, value } = await incoming.next();
    if (done) break;
    // Behind the last part the parser may finish without reporting the write.
    await Promise.race([new Promise<void>((resolve) => dicer.write(value, () => resolve())), ended]);
    check();
    while (ready.length > 0) yield ready.shift() as (typeof ready)[number];
  }
  dicer.end();
  await ended;
  // The last part ends behind its parser.
  for (let turn = 0; open > 0 && turn < 10; turn += 1) await nextTurn();
  check();
  if (open > 0) throw new Problem('unreadable');
  while (ready.length > 0) yield ready.shift() as (typeof ready)[number];
}

/**
 * Receives DICOM objects through the same function as any upload: several become ZIPs up to the size of an upload. A
 * part that is refused does not stop the others, unless all or none are taken.
 * @throws {Problem} if the body as a whole cannot be taken; then nothing is kept
 */
export const receiveObjects = async (
  parts: ReceivingParts,
  body: ObjectsBody,
  sending: Sending,
  whole?: AllOrNone,
): Promise<ReceivedInstances> => {
  const received: ReceivedInstances = { groups: [], failed: [] };
  let waiting: Part[] = [];
  let size = 0;
  let number = 0;
  const fail = (instance: SentInstance, reason: Reason) => {
    whole?.refused(reason);
    const { sopClassUid, instanceUid } = instance;
    received.failed.push({ sopClassUid, instanceUid, reason });
  };
  const takeWaiting = async () => {
    const group = waiting;
    [waiting, size] = [[], 0];
    if (group.length === 0) return;
    if (received.groups.length === mostFiles) return group.forEach((part) => fail(part, failureReasons.resources));
    let files: ReceivedFile[];
    try {
      files = await receiveOne(parts, sending, asUpload(group), received.groups.length);
    } catch (error) {
      const reason = reasonOf(error);
      return group.forEach((part) => fail(part, reason));
    }
    const skipped = new Set(files.flatMap((file) => file.skipped.map(({ name }) => name)));
    const instances: SentInstance[] = [];
    received.groups.push({ instances, files });
    for (const part of group)
      if (skipped.has(part.name)) fail(part, failureReasons.unreadable);
      else instances.push({ sopClassUid: part.sopClassUid, instanceUid: part.instanceUid });
  };
  try {
    for await (const { type, bytes } of partsOf(body, () => whole?.refused(failureReasons.resources))) {
      number += 1;
      if (!bytes) {
        fail(instanceIn(Buffer.alloc(0)), failureReasons.resources);
        continue;
      }
      const instance = instanceIn(bytes);
      if (!/^application\/dicom\b(?!\+)/i.test(type) || !isDicom(bytes)) {
        fail(instance, failureReasons.unreadable);
        continue;
      }
      whole?.look(bytes);
      if (size + bytes.length + zipBytesEach > maxUploadBytes) await takeWaiting();
      waiting.push({ ...instance, bytes, name: `${String(number).padStart(4, '0')}.dcm` });
      size += bytes.length + zipBytesEach;
    }
    await takeWaiting();
    if (number === 0) throw invalid({ path: 'File', code: 'fileMissing' });
    return received;
  } catch (error) {
    await discardInstances(parts, received);
    throw error;
  }
};

async function* chunksOf({ raw }: FastifyRequest): AsyncGenerator<Buffer, void, undefined> {
  try {
    // Left open after a refusal, whose response would not arrive otherwise.
    yield* raw.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  } catch (error) {
    // A client that leaves is no fault of this server.
    throw asProblem(error);
  }
}

/**
 * Receives the instances of a STOW-RS request (PS3.18 10.5).
 * @throws {Problem} if the request as a whole cannot be taken; then nothing is kept
 */
export const receiveInstances = async (
  parts: ReceivingParts,
  request: FastifyRequest,
  sending: Sending,
): Promise<ReceivedInstances> => {
  const body = { contentType: request.headers['content-type'] ?? '', chunks: chunksOf(request) };
  try {
    return await receiveObjects(parts, body, sending);
  } catch (error) {
    await drain(request);
    throw error;
  }
};

/** Deletes the stored files of a request that is not taken. */
export const discardInstances = (
  { kernel }: Pick<ReceivingParts, 'kernel'>,
  { groups }: ReceivedInstances,
): Promise<void> =>
  discardFiles(
    kernel,
    groups.flatMap(({ files }) => files),
  );

const uidValue = (value: string) => ({ vr: 'UI', Value: [value] });
const isNamed = ({ sopClassUid, instanceUid }: SentInstance): boolean => sopClassUid !== '' && instanceUid !== '';
const sequence = <T>(tag: string, items: readonly T[]) =>
  items.length > 0 ? { [tag]: { vr: 'SQ', Value: items } } : {};

/** The Store Instances Response (PS3.18 10.5.3) in the DICOM JSON model. */
export const storeResponse = (stored: readonly SentInstance[], failed: readonly FailedInstance[]) => {
  const reference = ({ sopClassUid, instanceUid }: SentInstance) => ({
    ...(sopClassUid ? { '00081150': uidValue(sopClassUid) } : {}),
    ...(instanceUid ? { '00081155': uidValue(instanceUid) } : {}),
  });
  const reasonIn = ({ reason }: FailedInstance) => ({ '00081197': { vr: 'US', Value: [reason] } });
  return {
    ...sequence('00081199', stored.map(reference)),
    ...sequence(
      '00081198',
      failed.filter(isNamed).map((one) => ({ ...reference(one), ...reasonIn(one) })),
    ),
    // Failures that belong to no known object.
    ...sequence('0008119A', failed.filter((one) => !isNamed(one)).map(reasonIn)),
  };
};
