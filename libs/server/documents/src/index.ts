import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { serveDicomWeb } from '@konsil/server-dicom/web/dicomweb.routes';
import { OtherArchive } from '@konsil/server-dicom/web/other-archive';
import { serveViewerAccess } from '@konsil/server-dicom/web/viewer-access';
import { hourMs, minuteMs, secondMs } from '@konsil/server-platform/clock';
import { Problem, sendProblem } from '@konsil/server-platform/http/problems';
import { Repeating } from '@konsil/server-platform/repeating';
import { Rounds } from '@konsil/server-platform/rounds';
import { StoringThread } from '@konsil/server-storage/storing-thread';
import { clinicArchiveRoutes } from './clinic-archive/clinic-archive.routes.ts';
import { FileDrawer } from './file-drawer.ts';
import { fileRoutes } from './delivery/files.routes.ts';
import { sweepTickets } from './delivery/tickets.ts';
import { storeOldViewSums } from './delivery/view-sums.ts';
import { DocumentReader } from './document-reader.ts';
import { documentRoutesOf } from './documents.routes.ts';
import { sweepOrphans } from './orphans.ts';
import { indexPages } from './index-pages.ts';
import type { DocumentParts } from './parts.ts';
import { Preparing } from './preparing.ts';
import { endDueShareLinks } from './share/share-links.ts';
import { shareLinkRoutes } from './share/shares.routes.ts';
import { UploadGate } from './upload/upload-gate.ts';
import { addDocumentGauges } from './document-gauges.ts';
import { caseDicomWebRoutes } from './viewing/case-dicomweb.routes.ts';
import { StoredStudies } from './viewing/stored-studies.ts';
import { VirusScanner } from './virus-scanner.ts';

const notFound = (reply: FastifyReply): FastifyReply => sendProblem(reply, new Problem('not_found'));

/** Documents and images: upload, reading, delivery, viewer. `more`: routes of other libraries that take in files as an upload does. */
export const documentsModule =
  (more: (app: FastifyInstance, parts: DocumentParts) => void) =>
  async (app: FastifyInstance): Promise<void> => {
    const { kernel } = app;
    const { env, files } = kernel;
    const reader = new DocumentReader(env);
    const scanner = env.CLAMD_URL ? new VirusScanner(env.CLAMD_URL, files) : null;
    const gate = new UploadGate((accountId) => reader.hasSlowFiles(accountId));
    const preparing = new Preparing(kernel, reader, scanner, gate);
    const storing = new StoringThread(env);
    addDocumentGauges(kernel, gate, reader);
    await app.register(multipart);
    // Left to its route, which reads it as a stream.
    app.addContentTypeParser('multipart/related', (_request, _body, done) => done(null));
    const parts = { kernel, storing, reader, scanner, preparing, gate };
    documentRoutesOf(app, parts);
    clinicArchiveRoutes(app, parts);
    more(app, parts);
    fileRoutes(app);
    shareLinkRoutes(app, { kernel, gate });

    const source = new StoredStudies(kernel);
    const drawer = new FileDrawer(kernel, { niceness: 10 });
    caseDicomWebRoutes(app, source, drawer);
    serveViewerAccess(app, {
      redeem: (ticket) => source.redeem(ticket),
      template: env.VIEWER_URL_TEMPLATE,
      secure: env.https,
      notFound,
    });
    serveDicomWeb(app, {
      source,
      notFound,
      secure: env.https,
      archive: env.DICOMWEB_URL ? new OtherArchive(env.DICOMWEB_URL) : undefined,
    });

    const pages = new Rounds(kernel, 'words of files wait', (isStopped) => indexPages(kernel, reader, isStopped));
    const house = new Repeating(kernel, 'housekeeping of documents waits', () => kernel.identity.isQuiet);
    app.addHook('onReady', async () => {
      preparing.wake();
      pages.start(10 * secondMs);
      house.every('orphaned-files', hourMs, () => sweepOrphans(kernel));
      house.every('sealed-links', 10 * minuteMs, () => endDueShareLinks(kernel.db, kernel.clock.now()));
      house.every('view-sums', 10 * minuteMs, () => storeOldViewSums(kernel));
      house.every('tickets', 10 * minuteMs, () => sweepTickets(kernel.db, kernel.clock.now()));
    });
    app.addHook('onClose', async () => {
      house.stop();
      const ended = pages.stop();
      await preparing.close();
      reader.close();
      drawer.close();
      await ended;
      await storing.close();
    });
  };
