import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ArchiveFailure } from '@konsil/contracts/clinic-archives';
import { maxUploadBytes } from '@konsil/contracts/codes';
import { dayOf } from '@konsil/dicom-header/dates';
import { isUid } from '@konsil/server-dicom/uids';
import type { ClinicArchiveSecrets } from '@konsil/server-domain/sealed/clinic-archive';
import { secondMs } from '@konsil/server-platform/clock';
import { LoggableFailure, reasonOf } from '@konsil/server-platform/failure-reason';
import { guardedStream } from '@konsil/server-platform/http/guarded-call';
import { measureCall } from '@konsil/server-platform/service-times';
import { mostFiles } from '../upload/receive-files.ts';
import type { ObjectsBody } from '../upload/receive-instances.ts';

/** The archive returned nothing importable. The message is for the operator, and contains no personal data. */
export class ArchiveProblem extends LoggableFailure {
  constructor(
    readonly failure: ArchiveFailure,
    message: string = failure,
  ) {
    super(message);
  }
}

/** How the archive is reached. */
export interface ArchiveAddress extends ClinicArchiveSecrets {
  /** Networks of our own that may be called. */
  networks: readonly string[];
}
export interface AskedStudies {
  patientNumber: string;
  accessionNumber?: string | undefined;
  studyUid?: string;
}
/** A study as the archive describes it. */
export interface FoundStudy {
  studyUid: string;
  /** In DICOM format. */
  patientName: string;
  birthDate: string | null;
  studyDate: string | null;
  modalities: string[];
  description: string;
  accessionNumber: string;
  images: number | null;
}

const waits = {
  search: 10 * secondMs,
  /** Proxies in front of Konsil wait two minutes (docs/deployment.md). */
  fetch: 90 * secondMs,
  silence: 15 * secondMs,
};
const mostAnswerBytes = 2 * 1024 * 1024;
/** A retrieved study, with the heads of its parts. */
const mostStudyBytes = (mostFiles + 1) * maxUploadBytes;
export const mostStudies = 100;

const asProblem = (error: unknown): ArchiveProblem => {
  if (error instanceof ArchiveProblem) return error;
  const { name, code } = error as { name?: string; code?: string };
  const isLate = name === 'TimeoutError' || name === 'AbortError' || code === 'ABORT_ERR';
  return new ArchiveProblem(isLate ? 'slow' : 'unreachable', reasonOf(error));
};

const failureOf = (status: number): ArchiveFailure => {
  if (status === 401 || status === 403) return 'refused';
  return [429, 502, 503, 504].includes(status) ? 'unreachable' : 'wrong';
};

/** @throws {ArchiveProblem} instead of anything that went wrong with the connection */
const failingAsOne = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw asProblem(error);
  });

const begin = async (
  { url, authorization, networks }: ArchiveAddress,
  path: string,
  accept: string,
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  const response = await failingAsOne(
    guardedStream(new URL(url + path), {
      method: 'GET',
      headers: { accept, ...(authorization && { authorization }) },
      networks,
      setting: 'ARCHIVE_PRIVATE_NETWORKS',
      signal,
    }),
  );
  const { statusCode: status = 0 } = response;
  if (status === 204) return response;
  // A redirect is none of these, and is not followed. 206: the archive leaves something out.
  if (status !== 200) throw new ArchiveProblem(failureOf(status), `HTTP ${status}`);
  const encoding = response.headers['content-encoding'];
  if (encoding && encoding !== 'identity') throw new ArchiveProblem('wrong', 'an encoding that was not asked for');
  return response;
};

/** Limits the time of a call, and ends its connection with the work, whatever the outcome. */
const within = async <T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const [leave, late] = [new AbortController(), AbortSignal.timeout(ms)];
  try {
    return await measureCall(
      'archive',
      () => work(AbortSignal.any([leave.signal, late])),
      (failure) => (failure instanceof ArchiveProblem ? 'failed' : 'refused'),
    );
  } catch (error) {
    // A response that is aborted reports a lost connection.
    throw error instanceof ArchiveProblem && late.aborted ? new ArchiveProblem('slow', 'it took too long') : error;
  } finally {
    leave.abort();
  }
};

const textIn = async (response: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > mostAnswerBytes) throw new ArchiveProblem('too_large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};

type Attributes = Record<string, { Value?: unknown } | undefined>;
const valuesOf = (attributes: Attributes, tag: string): unknown[] => {
  const value = attributes[tag]?.Value;
  return Array.isArray(value) ? value : [];
};
const longest = 1000;
const textOf = (attributes: Attributes, tag: string): string => {
  const [value] = valuesOf(attributes, tag);
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, longest) : '';
};
const nameOf = (attributes: Attributes): string => {
  const [value] = valuesOf(attributes, '00100010');
  if (typeof value === 'string') return value.slice(0, longest);
  if (typeof value !== 'object' || value === null) return '';
  const { Alphabetic = '', Ideographic = '', Phonetic = '' } = value as Record<string, unknown>;
  return [Alphabetic, Ideographic, Phonetic].map(String).join('=').replace(/=+$/, '').slice(0, longest);
};

const studyOf = (attributes: Attributes, asked: AskedStudies): FoundStudy => {
  const [studyUid, accessionNumber] = [textOf(attributes, '0020000D'), textOf(attributes, '00080050')];
  if (!isUid(studyUid)) throw new ArchiveProblem('wrong', 'a study without UID');
  // An archive may ignore a condition, or compare otherwise: then it found what nobody asked for.
  if (
    textOf(attributes, '00100020') !== asked.patientNumber ||
    (asked.accessionNumber && accessionNumber !== asked.accessionNumber) ||
    (asked.studyUid && studyUid !== asked.studyUid)
  )
    throw new ArchiveProblem('foreign', 'it found what was not asked for');
  const images = Number(textOf(attributes, '00201208') || Number.NaN);
  return {
    studyUid,
    accessionNumber,
    patientName: nameOf(attributes),
    birthDate: dayOf(textOf(attributes, '00100030')),
    studyDate: dayOf(textOf(attributes, '00080020')),
    modalities: valuesOf(attributes, '00080061').map(String).slice(0, 20),
    description: textOf(attributes, '00081030'),
    images: Number.isSafeInteger(images) && images >= 0 && images < 2 ** 31 ? images : null,
  };
};

/** The studies of exactly this patient number, newest first, by QIDO-RS. @throws {ArchiveProblem} */
export const findStudies = (
  archive: ArchiveAddress,
  asked: AskedStudies,
  patienceMs = waits.search,
): Promise<FoundStudy[]> =>
  within(patienceMs, async (signal) => {
    const query = new URLSearchParams({ PatientID: asked.patientNumber });
    if (asked.accessionNumber) query.set('AccessionNumber', asked.accessionNumber);
    if (asked.studyUid) query.set('StudyInstanceUID', asked.studyUid);
    for (const tag of ['00081030', '00080061', '00100030', '00201208']) query.append('includefield', tag);
    query.set('limit', String(mostStudies + 1));
    // PS3.18 section 8.3.4: spaces as %20.
    const path = `/studies?${String(query).replaceAll('+', '%20')}`;
    const response = await begin(archive, path, 'application/dicom+json', signal);
    if (response.statusCode === 204) return [];
    if (!/^application\/(?:dicom\+)?json\b/i.test(response.headers['content-type'] ?? ''))
      throw new ArchiveProblem('wrong', 'its answer is no JSON');
    const text = await failingAsOne(textIn(response));
    let found: unknown;
    try {
      found = JSON.parse(text);
    } catch {
      throw new ArchiveProblem('wrong', 'its answer is no JSON');
    }
    if (!Array.isArray(found) || !found.every((one) => typeof one === 'object' && one !== null))
      throw new ArchiveProblem('wrong', 'its answer is no list');
    const studies = (found as Attributes[]).map((attributes) => studyOf(attributes, asked));
    return studies.sort((a, b) => (b.studyDate ?? '').localeCompare(a.studyDate ?? ''));
  });

async function* chunksOf(response: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
  const source = (response as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  for (let size = 0; ; ) {
    let timer: NodeJS.Timeout | undefined;
    const silent = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new ArchiveProblem('slow', 'it stopped sending')), waits.silence);
    });
    const { done, value } = await Promise.race([source.next(), silent])
      .catch((error: unknown) => {
        const problem = asProblem(error);
        throw problem.failure === 'unreachable' ? new ArchiveProblem('cut', problem.message) : problem;
      })
      .finally(() => clearTimeout(timer));
    if (done) return;
    size += value.length;
    if (size > mostStudyBytes) throw new ArchiveProblem('too_large');
    yield value;
  }
}

/**
 * Retrieves a study by WADO-RS as it is stored.
 * @param take reads the body; the connection ends with it
 * @throws {ArchiveProblem}
 */
export const retrieveStudy = <T>(
  archive: ArchiveAddress,
  studyUid: string,
  take: (body: ObjectsBody) => Promise<T>,
): Promise<T> =>
  within(waits.fetch, async (signal) => {
    // Without the transfer syntax the archive would decode images (PS3.18 section 8.7.3.4).
    const accept = 'multipart/related; type="application/dicom"; transfer-syntax=*';
    const response = await begin(archive, `/studies/${studyUid}`, accept, signal);
    const { statusCode, headers } = response;
    if (statusCode === 204) throw new ArchiveProblem('nothing');
    return take({ contentType: headers['content-type'] ?? '', chunks: chunksOf(response) });
  });

/**
 * Tests the connection by searching for a patient number that does not exist.
 * @returns why the archive cannot be used; null if it answers
 */
export const tryArchive = async (archive: ArchiveAddress, patienceMs?: number): Promise<ArchiveProblem | null> => {
  try {
    await findStudies(archive, { patientNumber: randomUUID() }, patienceMs);
    return null;
  } catch (error) {
    return error as ArchiveProblem;
  }
};
