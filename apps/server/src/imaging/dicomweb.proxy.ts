import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DicomWebOptions } from './dicomweb.routes.ts';
import { narrowed } from './qido.ts';
import { studyTokens } from './study-cookies.ts';

export interface ProxyOptions extends DicomWebOptions {
  /** `DICOMWEB_URL`: the other archive's DICOMweb root; name and password may stand in it. */
  target: string;
}

const passedOn = ['accept', 'range'];
const passedBack = ['content-type', 'content-length', 'content-encoding', 'content-range', 'content-disposition'];
const waitMilliseconds = 30_000;
const study = '0020000D';

const resources = new Set(['series', 'instances', 'metadata', 'frames', 'bulkdata', 'rendered', 'thumbnail']);
// A UID, a list of frames or a tag. `..` is none of them, so nobody climbs from one study to another.
const isName = (segment: string): boolean => /^\d[\d.,]{0,99}$/.test(segment) || /^[\da-f]{8}$/i.test(segment);
const isReading = (path: string): boolean => path.split('/').every((segment) => resources.has(segment) || isName(segment));

/** The target without its credentials, and the header that carries them. */
function targetOf(target: string): { root: string; headers: Record<string, string> } {
  const url = new URL(target);
  const [name, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  url.username = '';
  url.password = '';
  return { root: url.href.replace(/\/$/, ''), headers: name ? { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` } : {} };
}

/**
 * DICOMweb for reading, answered by another archive. The reader's cookie decides about the study exactly as it does for our own images;
 * neither cookies nor other headers of the reader reach the archive.
 */
export function proxyDicomWeb(app: FastifyInstance, { source, notFound, target }: ProxyOptions): void {
  const { root, headers } = targetOf(target);

  const ask = (request: FastifyRequest, path: string): Promise<Response> => {
    const own = Object.fromEntries(passedOn.flatMap((name) => (typeof request.headers[name] === 'string' ? [[name, request.headers[name]]] : [])));
    return fetch(`${root}${path}`, { headers: { ...own, ...headers }, redirect: 'error', signal: AbortSignal.timeout(waitMilliseconds) });
  };
  const queryOf = (request: FastifyRequest): string => (request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '');
  const grantsOf = (request: FastifyRequest) => source.grantsOf(studyTokens(request.headers.cookie));

  app.get('/dicom-web/studies', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const grants = await grantsOf(request);
    if (grants.length === 0) return notFound(reply);
    const found = await Promise.all(grants.map(async ({ studyUid }) => {
      const answer = await ask(request, `/studies?StudyInstanceUID=${studyUid}`);
      const studies = answer.status === 200 ? ((await answer.json()) as Record<string, { vr: string; Value?: unknown[] }>[]) : [];
      return studies.filter((attributes) => attributes[study]?.Value?.[0] === studyUid);
    }));
    return reply.type('application/dicom+json').send(JSON.stringify(narrowed(found.flat(), request.query as Record<string, unknown>)));
  });

  app.get('/dicom-web/studies/:study/*', async (request, reply): Promise<FastifyReply> => {
    reply.header('cache-control', 'no-store');
    const { study: studyUid, '*': rest = '' } = request.params as Record<string, string>;
    const granted = (await grantsOf(request)).some((grant) => grant.studyUid === studyUid);
    if (!granted || !isReading(rest)) return notFound(reply);
    const answer = await ask(request, `/studies/${studyUid}/${rest}${queryOf(request)}`);
    if (!answer.ok || !answer.body) return notFound(reply);
    // fetch has unpacked the body already.
    const unpacked = answer.headers.has('content-encoding');
    for (const name of passedBack) {
      const value = answer.headers.get(name);
      if (value !== null && !(unpacked && (name === 'content-encoding' || name === 'content-length'))) reply.header(name, value);
    }
    return reply.status(answer.status).send(Readable.fromWeb(answer.body as ReadableStream));
  });
}
