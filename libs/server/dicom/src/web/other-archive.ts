import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { minuteMs, secondMs } from '@konsil/server-platform/clock';
import { measureCall } from '@konsil/server-platform/service-times';
import { traceHeaders } from '@konsil/server-platform/tracing/tracing';
import { TtlCache } from '@konsil/server-platform/recent';
import { dayOf, timeOf } from '@konsil/dicom-header/dates';
import type { StoredInstance } from './study-source.ts';
import { isUid } from '../uids.ts';

type Attributes = Record<string, { vr: string; Value?: unknown[] } | undefined>;
/** An image as the archive describes it: the compared values, and the complete metadata. */
interface Told {
  attributes: Attributes;
  json: string;
}
/** One of our images; if it is also in the archive, with the archive's metadata. */
export type ServedInstance = StoredInstance & { archived?: true };

const passedOn = ['accept', 'range'];
const passedBack = ['content-type', 'content-length', 'content-encoding', 'content-range', 'content-disposition'];
const waitMs = 30 * secondMs;
// If the archive hangs, our images are delayed by this, once a minute.
const describeMs = 10 * secondMs;

const resources = new Set(['frames', 'bulkdata', 'rendered', 'thumbnail']);
// A list of frames or a tag. Excludes `..`, so that no request escapes its study.
const isName = (segment: string): boolean => /^\d[\d.,]{0,99}$/.test(segment) || /^[\da-f]{8}$/i.test(segment);

/** The URL without credentials, and the header with them. */
function targetOf(target: string): { root: string; headers: Record<string, string> } {
  const url = new URL(target);
  const [name, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  url.username = '';
  url.password = '';
  return {
    root: url.href.replace(/\/$/, ''),
    headers: name ? { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` } : {},
  };
}

const textOf = (attributes: Attributes, tag: string): string => {
  const value: unknown = attributes[tag]?.Value?.[0];
  return typeof value === 'object' && value !== null && 'Alphabetic' in value
    ? String(value.Alphabetic)
    : String(value ?? '');
};
const nameOf = (text: string): string => (text.split('=')[0] ?? '').replace(/[\s^]+$/, '').toLowerCase();
const addressOf = ({ seriesUid, instanceUid }: Pick<StoredInstance, 'seriesUid' | 'instanceUid'>): string =>
  `${seriesUid}/${instanceUid}`;

/**
 * True if both are the same image of the same person. UIDs prove nothing, because the author of a file chooses them.
 */
const isSame = (ours: StoredInstance, theirs: Attributes): boolean =>
  nameOf(textOf(theirs, '00100010')) === nameOf(ours.patientName) &&
  dayOf(textOf(theirs, '00100030')) === ours.birthDate &&
  dayOf(textOf(theirs, '00080020')) === ours.studyDate &&
  timeOf(textOf(theirs, '00080030')) === ours.studyTime &&
  textOf(theirs, '00280010') === String(ours.rows) &&
  textOf(theirs, '00280011') === String(ours.columns);

/**
 * Another archive behind our DICOMweb (`DICOMWEB_URL`). It only serves images that are also in our documents: study,
 * series and instance must match, and person, time and size. Everything else, or all while it is down, is served from
 * our files. It receives no cookies or headers of the reader.
 */
export class OtherArchive {
  private readonly root: string;
  private readonly headers: Record<string, string>;
  private readonly told = new TtlCache<Map<string, Told>>(minuteMs, 40);

  /** @param target the archive's DICOMweb root; it may contain name and password */
  constructor(target: string) {
    ({ root: this.root, headers: this.headers } = targetOf(target));
  }

  /** Our images of one study; those also in the archive have its metadata. */
  async describe(studyUid: string, ours: StoredInstance[]): Promise<ServedInstance[]> {
    if (ours.length === 0 || !isUid(studyUid)) return ours;
    const told = await this.told.get(studyUid, () => this.ask(studyUid).catch(() => new Map<string, Told>()));
    return ours.map((instance) => {
      const theirs = told.get(addressOf(instance));
      // The archive has one image per instance UID; which of several cannot be known.
      return theirs &&
        !ours.some((other) => other !== instance && addressOf(other) === addressOf(instance)) &&
        isSame(instance, theirs.attributes)
        ? { ...instance, metadata: theirs.json, archived: true }
        : instance;
    });
  }

  /**
   * Responds with bytes of an image that `describe` found in the archive.
   * @param parts the path below the instance, e.g. `['frames', '1']`
   * @returns null if the archive does not have the bytes, or a reader may not ask for them
   */
  async pass(
    request: FastifyRequest,
    reply: FastifyReply,
    { studyUid, seriesUid, instanceUid, archived }: ServedInstance,
    parts: string[],
  ): Promise<FastifyReply | null> {
    if (!archived || !parts.every((part) => resources.has(part) || isName(part))) return null;
    const path = ['studies', studyUid, 'series', seriesUid, 'instances', instanceUid, ...parts]
      .map(encodeURIComponent)
      .join('/');
    const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
    const own = Object.fromEntries(
      passedOn.flatMap((name) => (typeof request.headers[name] === 'string' ? [[name, request.headers[name]]] : [])),
    );
    const answer = await this.fetch(`/${path}${query}`, own, waitMs).catch(() => null);
    if (!answer?.ok || !answer.body) return null;
    // fetch has decompressed the body already.
    const unpacked = answer.headers.has('content-encoding');
    for (const name of passedBack) {
      const value = answer.headers.get(name);
      if (value !== null && !(unpacked && (name === 'content-encoding' || name === 'content-length')))
        reply.header(name, value);
    }
    return reply.status(answer.status).send(Readable.fromWeb(answer.body as ReadableStream));
  }

  private async ask(studyUid: string): Promise<Map<string, Told>> {
    const answer = await this.fetch(
      `/studies/${encodeURIComponent(studyUid)}/metadata`,
      { accept: 'application/dicom+json' },
      describeMs,
    );
    const images = answer.status === 200 ? ((await answer.json()) as Attributes[]) : [];
    const ofStudy = images.filter((attributes) => textOf(attributes, '0020000D') === studyUid);
    return new Map(
      ofStudy.map((attributes) => [
        addressOf({ seriesUid: textOf(attributes, '0020000E'), instanceUid: textOf(attributes, '00080018') }),
        { attributes, json: JSON.stringify(attributes) },
      ]),
    );
  }

  private fetch(path: string, headers: Record<string, string>, ms: number): Promise<Response> {
    const ask = () =>
      fetch(`${this.root}${path}`, {
        headers: { ...headers, ...this.headers, ...traceHeaders() },
        redirect: 'error',
        signal: AbortSignal.timeout(ms),
      });
    return measureCall('archive', ask);
  }
}
