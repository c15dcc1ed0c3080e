import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { measurementsWriteSchema } from '@konsil/contracts/measurements';
import { besideSchema, closedHeader } from '@konsil/contracts/viewed-case';
import { sendCompressed, compressBody } from '@konsil/server-platform/http/shrink';
import { multipartRelated } from '../multipart-related.ts';
import { frameNumbers } from './frame-numbers.ts';
import type { OtherArchive, ServedInstance } from './other-archive.ts';
import { imagesOf, filterAttributes, seriesOf, studiesOf } from './qido.ts';
import { StoredObjects } from '../stored-object.ts';
import { openingOf, studyCookies, studyTokens } from './study-cookies.ts';
import {
  addressedOf,
  type AddressedInstance,
  type StoredInstance,
  type StudyGrant,
  type StudySource,
} from './study-source.ts';
import { frameMediaType } from '../transfer-syntaxes.ts';

interface Address {
  opening?: string;
  study: string;
  series?: string;
  instance?: string;
  frames?: string;
  tag?: string;
}
type Query = Record<string, unknown>;

export interface DicomWebOptions {
  source: StudySource;
  /** Serves those of our images that it has, too. */
  archive?: OtherArchive | undefined;
  /** True if the viewer is on https, and its cookies Secure. */
  secure?: boolean;
  /** Responds to missing and to forbidden resources alike. */
  notFound(reply: FastifyReply): FastifyReply;
}

// Our page uses the root of its opening; other viewers know the plain one only.
const roots = ['/dicom-web/openings/:opening', '/dicom-web'];
const json = 'application/dicom+json';

const sendParts = (
  reply: FastifyReply,
  type: string,
  parts: { contentType: string; bytes: Uint8Array }[],
): FastifyReply => {
  const { contentType, body } = multipartRelated(type, parts);
  return reply.header('content-type', contentType).send(body);
};

const beginsWithinByte = ({ pixels }: StoredInstance): boolean =>
  pixels.kind === 'native' && pixels.frameBits % 8 !== 0;

/** True if the client asks for a single unwrapped part (PS3.18 5.3.3.2). */
const wantsSingle = (request: FastifyRequest, type: string): boolean => {
  const accept = (request.query as Query)['accept'] ?? request.headers.accept;
  return typeof accept === 'string' && accept.includes(type) && !accept.includes('multipart/related');
};

/**
 * Read-only DICOMweb: QIDO-RS and WADO-RS, limited to the study that the reader's cookie grants, and to the opening in
 * the URL. Everything else is 404.
 */
export function serveDicomWeb(
  app: FastifyInstance,
  { source, archive, secure = true, notFound }: DicomWebOptions,
): void {
  const objects = new StoredObjects(source);

  const granted = async ({ headers, params }: FastifyRequest): Promise<StudyGrant[]> => {
    const grants = await source.grantsOf(
      studyTokens(headers.cookie, (params as Partial<Address>).opening),
      headers['x-background'] === undefined,
    );
    // If a URL could mean two cases, neither is shown.
    return grants.filter((grant) =>
      grants.every(({ studyUid, whose }) => studyUid !== grant.studyUid || whose === grant.whose),
    );
  };
  const closed = async ({ headers, params }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { opening } = params as Partial<Address>;
    const [token] = opening === undefined ? [] : studyTokens(headers.cookie, opening);
    const reason = token && (await source.whyClosed(token));
    return notFound(reason ? reply.header(closedHeader, reason) : reply);
  };
  const grantFor = async (request: FastifyRequest): Promise<StudyGrant | undefined> =>
    (await granted(request)).find(({ studyUid }) => studyUid === (request.params as Address).study);
  const described = async (studyUid: string, ours: AddressedInstance[]): Promise<ServedInstance[]> =>
    archive ? archive.describe(studyUid, ours) : ours;
  const instancesOf = async (grant: StudyGrant): Promise<AddressedInstance[]> =>
    addressedOf(await source.instances(grant), grant);
  const addressed = async (request: FastifyRequest): Promise<ServedInstance[]> => {
    const { series, instance } = request.params as Address;
    const grant = await grantFor(request);
    if (!grant) return [];
    return described(
      grant.studyUid,
      (await instancesOf(grant)).filter(
        ({ seriesUid, addressed: name }) => (series ?? seriesUid) === seriesUid && (instance ?? name) === name,
      ),
    );
  };

  const read = (
    path: string,
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ): void => {
    for (const root of roots)
      app.get(root + path, (request, reply) => answer(request, reply.header('cache-control', 'no-store')));
  };
  const get = (
    path: string,
    answer: (
      request: FastifyRequest,
      reply: FastifyReply,
      instances: [ServedInstance, ...ServedInstance[]],
    ) => Promise<FastifyReply>,
  ): void => {
    read(`/studies/:study${path}`, async (request, reply) => {
      const [first, ...others] = await addressed(request);
      return first ? answer(request, reply, [first, ...others]) : closed(request, reply);
    });
  };
  /** Bytes of one image, from the archive if it has them. */
  const getBytes = (
    path: string,
    answer: (request: FastifyRequest, reply: FastifyReply, instance: StoredInstance) => Promise<FastifyReply>,
  ): void =>
    get(`/series/:series/instances/:instance${path}`, async (request, reply, [instance]) => {
      const parts = (request.url.split('?')[0] ?? '').split('/');
      // The path after the instance, for either root.
      parts.splice(0, (request.params as Address).opening === undefined ? 8 : 10);
      // Archives differ in frames of single bits that begin within a byte.
      const isOurs = parts[0] === 'frames' && beginsWithinByte(instance);
      return (isOurs ? null : await archive?.pass(request, reply, instance, parts)) ?? answer(request, reply, instance);
    });
  const list =
    (of: (instances: StoredInstance[]) => Query[]) =>
    (request: FastifyRequest, reply: FastifyReply, instances: StoredInstance[]) =>
      sendCompressed(
        reply.type(json),
        compressBody(
          request,
          JSON.stringify(filterAttributes(of(instances) as ReturnType<typeof imagesOf>, request.query as Query)),
        ),
      );
  const metadata = (request: FastifyRequest, reply: FastifyReply, instances: StoredInstance[]) =>
    sendCompressed(
      reply.type(json),
      compressBody(request, `[${instances.map((instance) => instance.metadata).join(',')}]`),
    );

  read('/studies', async (request, reply) => {
    const grants = await granted(request);
    if (grants.length === 0) return notFound(reply);
    const studies = (
      await Promise.all(grants.map(async (grant) => described(grant.studyUid, await instancesOf(grant))))
    ).flatMap(studiesOf);
    return sendCompressed(
      reply.type(json),
      compressBody(request, JSON.stringify(filterAttributes(studies, request.query as Query))),
    );
  });
  // Our viewer polls whether it may go on showing the study.
  read('/studies/:study/access', async (request, reply) =>
    (await grantFor(request)) ? reply.status(204).send() : closed(request, reply),
  );
  // The viewer warns if the images are of another person than the case's patient.
  read('/studies/:study/case', async (request, reply) => {
    const grant = await grantFor(request);
    if (!grant) return closed(request, reply);
    const viewed = await source.caseOf(grant);
    return viewed ? reply.send(viewed) : reply.status(204).send();
  });
  // Our viewer shows other studies of the same person beside this one, each below an opening of its own.
  const [ownRoot = ''] = roots;
  app.get(`${ownRoot}/studies/:study/others`, async (request, reply) => {
    const grant = await grantFor(request);
    reply.header('cache-control', 'no-store');
    return grant ? reply.send(await source.others(grant)) : closed(request, reply);
  });
  app.post(`${ownRoot}/studies/:study/others`, async (request, reply) => {
    const grant = await grantFor(request);
    reply.header('cache-control', 'no-store');
    if (!grant) return closed(request, reply);
    const wanted = besideSchema.safeParse(request.body);
    const opened = wanted.success ? await source.openBeside(grant, wanted.data) : null;
    if (!opened) return notFound(reply);
    return reply
      .header('set-cookie', studyCookies(opened, { secure, otherViewer: false }))
      .send({ study_uid: opened.studyUid, opening: openingOf(opened.token) });
  });
  // A doctor's measurements, for the case that the images were opened from.
  app.get(`${ownRoot}/studies/:study/measurements`, async (request, reply) => {
    const grant = await grantFor(request);
    reply.header('cache-control', 'no-store');
    if (!grant) return closed(request, reply);
    const kept = await source.measurements(grant);
    return kept ? reply.send(kept) : reply.status(204).send();
  });
  app.put(`${ownRoot}/studies/:study/measurements`, async (request, reply) => {
    const grant = await grantFor(request);
    reply.header('cache-control', 'no-store');
    if (!grant) return closed(request, reply);
    const write = measurementsWriteSchema.safeParse(request.body);
    if (!write.success) return reply.status(400).send({ code: 'invalid' });
    const kept = await source.keepMeasurements(grant, write.data);
    if (kept === 'conflict') return reply.status(409).send({ code: 'conflict' });
    return kept ? reply.send(kept) : notFound(reply);
  });
  // Measurements of an answer are read by doctor and patient, and change no more.
  app.get(`${ownRoot}/studies/:study/answered`, async (request, reply) => {
    const grant = await grantFor(request);
    reply.header('cache-control', 'no-store');
    return grant ? reply.send(await source.answered(grant)) : closed(request, reply);
  });
  get('/series', list(seriesOf));
  get('/instances', list(imagesOf));
  get('/series/:series/instances', list(imagesOf));
  get('/metadata', metadata);
  get('/series/:series/metadata', metadata);
  get('/series/:series/instances/:instance/metadata', metadata);

  getBytes('', async (request, reply, instance) => {
    const bytes = await objects.file(instance);
    const type = 'application/dicom';
    if (!wantsSingle(request, type))
      return sendParts(reply, type, [{ contentType: `${type}; transfer-syntax=${instance.transferSyntax}`, bytes }]);
    return reply
      .header('content-type', type)
      .header('content-disposition', `attachment; filename="${instance.instanceUid}.dcm"`)
      .send(bytes);
  });
  getBytes('/frames/:frames', async (request, reply, instance) => {
    const numbers = frameNumbers((request.params as Address).frames, instance);
    if (numbers.length === 0) return notFound(reply);
    const contentType = frameMediaType(instance.transferSyntax);
    const parts: { contentType: string; bytes: Uint8Array }[] = [];
    for (const number of numbers) parts.push({ contentType, bytes: await objects.frame(instance, number) });
    return sendParts(reply, contentType.split(';')[0] ?? contentType, parts);
  });
  getBytes('/bulkdata/:tag', async (request, reply, instance) => {
    const bytes = await objects.bulk(instance, (request.params as Address).tag ?? '');
    if (!bytes) return notFound(reply);
    const contentType = 'application/octet-stream';
    return wantsSingle(request, contentType)
      ? reply.header('content-type', contentType).send(Buffer.from(bytes))
      : sendParts(reply, contentType, [{ contentType, bytes }]);
  });
  // Rendered pictures are available from an archive only.
  if (archive) getBytes('/*', async (_request, reply) => notFound(reply));
}
