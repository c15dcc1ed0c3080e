import { dicomJson, fhirDicomWebRoutes as contracts } from '@konsil/contracts/fhir-dicomweb';
import { fhirRoot } from '@konsil/contracts/fhir-paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FileType } from '@konsil/server-dicom/file-type';
import { firstImageOf } from '@konsil/server-dicom/first-image';
import { multipartStream } from '@konsil/server-dicom/multipart-related';
import type { Rendering } from '@konsil/server-dicom/rendered-picture';
import { StoredObjects } from '@konsil/server-dicom/stored-object';
import { frameMediaType } from '@konsil/server-dicom/transfer-syntaxes';
import { frameNumbers } from '@konsil/server-dicom/web/frame-numbers';
import { renderingIn, thumbnail } from '@konsil/server-dicom/web/rendering';
import { imageSearchIn, searchImages, type SearchLevel } from '@konsil/server-dicom/web/search-images';
import type { AddressedInstance } from '@konsil/server-dicom/web/study-source';
import type { Actor } from '@konsil/server-domain/access/access';
import { inCase } from '@konsil/server-domain/access/addresses';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import { route } from '@konsil/server-domain/http/route';
import type { Session } from '@konsil/server-domain/sessions/sessions';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import { minuteMs } from '@konsil/server-platform/clock';
import type { Tx } from '@konsil/server-platform/database/client';
import { requestOrigin } from '@konsil/server-platform/http/origins';
import { Problem } from '@konsil/server-platform/http/problems';
import { inEachLanguage } from '@konsil/server-platform/locale-texts';
import { TtlCache } from '@konsil/server-platform/recent';
import type { FileDrawer } from '../file-drawer.ts';
import { recordFirstRead } from '../read-document.ts';
import { imagesOfCase, type WantedImages } from './case-images.ts';
import type { StoredStudies } from './stored-studies.ts';
import { viewingTexts } from './texts.ts';

type Params = WantedImages & { id: string; frames?: string | undefined; tag?: string | undefined };
interface Reading {
  request: FastifyRequest;
  params: Params;
  tx: Tx;
  actor: Actor;
  session: Session;
  now: Date;
  theCase: CaseRow;
  audit: (...entries: AuditEntry[]) => void;
  afterCommit: (work: () => void) => void;
}
type Looking = Extract<AuditEntry['action'], 'document.read' | 'document.view_images'>;

const dicom = 'application/dicom';
const bytesType = 'application/octet-stream';
const jpeg = 'image/jpeg';
// The lifetime of another system's token.
const recordedMs = 5 * minuteMs;

/** Metadata with the addresses of this service; stored ones are those of the viewer. */
const withAddressesAt = (root: string, metadata: string): string =>
  metadata
    .replaceAll('"BulkDataURI":"/dicom-web/', `"BulkDataURI":"${root}/`)
    .replaceAll('"00081190":{"vr":"UR","Value":["/dicom-web/', `"00081190":{"vr":"UR","Value":["${root}/`);

const notRendered = (why: keyof (typeof viewingTexts)['en']): Problem =>
  new Problem('unsupported_type', {
    fhir: { status: 406, issue: 'not-supported', text: inEachLanguage((locale) => viewingTexts[locale][why]) },
  });

/** QIDO-RS and WADO-RS for the images of a case, by another system or a person's token (docs/hospitals.md). */
export const caseDicomWebRoutes = (app: FastifyInstance, studies: StoredStudies, drawer: FileDrawer): void => {
  const { kernel } = app;
  const { env, vault } = kernel;
  const objects = new StoredObjects(studies);
  // A client asks for each image and frame by itself; the patient's log tells of a document once for each token.
  const recorded = new TtlCache<true>(recordedMs, 10_000);

  const rootOf = (request: FastifyRequest, { id }: Params): string =>
    `${requestOrigin(env, request)}${fhirRoot}/ServiceRequest/${id}/dicomweb`;

  /** The images that are asked for, recorded as read. @throws {Problem} `not_found` without any */
  const imagesFor = async (reading: Reading, action: Looking) => {
    const { tx, actor, session, theCase, params, audit, afterCommit } = reading;
    const { instances, documents } = await imagesOfCase({ tx, actor, vault }, theCase, params);
    const [first, ...others] = instances;
    if (!first) throw new Problem('not_found');
    for (const row of documents) {
      await recordFirstRead(reading, theCase, row);
      const name = `${session.id} ${row.id} ${action}`;
      if (recorded.has(name)) continue;
      audit({ action, result: 'allowed', patientId: row.patientId, caseId: theCase.id, documentId: row.id });
      afterCommit(() => void recorded.get(name, async () => true));
    }
    return { instances: [first, ...others] as [AddressedInstance, ...AddressedInstance[]], documents };
  };

  const searches: [contract: (typeof contracts)['searchStudies' | 'searchSeries'], level: SearchLevel][] = [
    [contracts.searchStudies, 'study'],
    [contracts.searchSeries, 'series'],
    [contracts.searchInstances, 'instance'],
    [contracts.searchSeriesOfStudy, 'series'],
    [contracts.searchInstancesOfStudy, 'instance'],
    [contracts.searchInstancesOfSeries, 'instance'],
  ] as never;
  for (const [contract, level] of searches)
    route(app, contract, {
      access: inCase('read'),
      handler: async ({ tx, actor, theCase, params, request, reply }) => {
        const search = imageSearchIn(level, request.query as Record<string, unknown>);
        if (!search) throw new Problem('unreadable');
        const root = rootOf(request, params);
        const { instances } = await imagesOfCase({ tx, actor, vault }, theCase, params);
        const isWithin = params.study !== undefined;
        const { results, more } = searchImages(instances, level, search, { root, isWithin });
        const warnings = [
          ...(more > 0 ? [`299 ${root}: There are ${more} additional results that can be requested`] : []),
          ...(search.fuzzy
            ? [`299 ${root}: The fuzzymatching parameter is not supported. Only literal matching has been performed.`]
            : []),
        ];
        if (warnings.length > 0) reply.header('warning', warnings.join(', '));
        reply.type(dicomJson);
        if (results.length === 0) reply.status(204);
        return results.length === 0 ? '' : withAddressesAt(root, JSON.stringify(results));
      },
    });

  for (const contract of [contracts.readStudy, contracts.readSeries, contracts.readInstance])
    route(app, contract as typeof contracts.readStudy, {
      access: inCase('read'),
      handler: async (context) => {
        const { instances } = await imagesFor(context, 'document.read');
        return async () => {
          const parts = async function* () {
            for (const instance of instances)
              yield {
                contentType: `${dicom}; transfer-syntax=${instance.transferSyntax}`,
                bytes: await objects.file(instance),
              };
          };
          const { contentType, body } = multipartStream(dicom, parts());
          context.reply.header('content-type', contentType);
          return body;
        };
      },
    });

  for (const contract of [contracts.readStudyMetadata, contracts.readSeriesMetadata, contracts.readInstanceMetadata])
    route(app, contract as typeof contracts.readStudyMetadata, {
      access: inCase('read'),
      handler: async (context) => {
        const { instances } = await imagesFor(context, 'document.view_images');
        const root = rootOf(context.request, context.params);
        context.reply.type(dicomJson);
        return `[${instances.map(({ metadata }) => withAddressesAt(root, metadata)).join(',')}]`;
      },
    });

  route(app, contracts.readFrames, {
    access: inCase('read'),
    handler: async (context) => {
      const {
        instances: [instance],
      } = await imagesFor(context, 'document.view_images');
      const numbers = frameNumbers(context.params.frames, instance);
      if (numbers.length === 0) throw new Problem('not_found');
      return async () => {
        const contentType = frameMediaType(instance.transferSyntax);
        const parts = async function* () {
          for (const number of numbers) yield { contentType, bytes: await objects.frame(instance, number) };
        };
        const made = multipartStream(contentType.split(';')[0] ?? contentType, parts());
        context.reply.header('content-type', made.contentType);
        return made.body;
      };
    },
  });

  /** Draws a frame; the number is from 0, or undefined where only one can be meant. */
  const drawing = async (
    context: Reading & { reply: FastifyReply },
    frameOf: (instance: AddressedInstance) => number | undefined,
    rendering: Omit<Rendering, 'frame'> | null,
  ) => {
    if (!rendering) throw new Problem('unreadable');
    const { tx, actor, reply } = context;
    const { instances, documents } = await imagesFor(context, 'document.view_images');
    // Of a study or series a picture is meant, not what marks regions of it.
    const instance = firstImageOf(instances);
    const row = documents.find(({ id }) => id === instance.documentId);
    if (!row) throw new Problem('not_found');
    const frame = frameOf(instance);
    if (frame === undefined) throw notRendered('severalFrames');
    const fileKey = await vault.unwrapFileKey(tx, row.patientId, row.fileKey);
    return async () => {
      const file = { key: row.storageKey, fileKey, type: row.contentType as FileType };
      const job = { task: 'rendered', file, instance, rendering: { ...rendering, frame } } as const;
      const drawn = await drawer.draw(job, row, actor.accountId);
      const picture = drawn && 'kind' in drawn && drawn.kind === 'place' ? drawn.picture : null;
      if (!picture) throw notRendered('cannotBeDrawn');
      reply.type(jpeg);
      return Buffer.from(picture.jpeg);
    };
  };
  const middle = ({ frames }: AddressedInstance): number => Math.floor((frames - 1) / 2);

  route(app, contracts.readRendered, {
    access: inCase('read'),
    handler: (context) =>
      drawing(
        context,
        ({ frames }) => (frames === 1 ? 0 : undefined),
        renderingIn(context.request.query as Record<string, unknown>),
      ),
  });
  route(app, contracts.readRenderedFrame, {
    access: inCase('read'),
    handler: (context) =>
      drawing(
        context,
        (instance) => {
          const [number, ...others] = frameNumbers(context.params.frames, instance);
          if (number === undefined || others.length > 0) throw new Problem('not_found');
          return number;
        },
        renderingIn(context.request.query as Record<string, unknown>),
      ),
  });
  route(app, contracts.readThumbnail, {
    access: inCase('read'),
    // A thumbnail has no parameters here.
    handler: (context) => drawing(context, middle, Object.keys(context.request.query as object)[0] ? null : thumbnail),
  });

  route(app, contracts.readBulkData, {
    access: inCase('read'),
    handler: async (context) => {
      const {
        instances: [instance],
      } = await imagesFor(context, 'document.view_images');
      const { tag = '' } = context.params;
      if (!Object.hasOwn(instance.bulk, tag)) throw new Problem('not_found');
      return async () => {
        const bytes = (await objects.bulk(instance, tag)) ?? Buffer.alloc(0);
        const parts = async function* () {
          yield { contentType: bytesType, bytes };
        };
        const made = multipartStream(bytesType, parts());
        context.reply.header('content-type', made.contentType);
        return made.body;
      };
    },
  });
};
