import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { serveDicomWeb } from '../../imaging/dicomweb.routes.ts';
import { OtherArchive } from '../../imaging/other-archive.ts';
import { serveViewerAccess } from '../../imaging/viewer-access.ts';
import { hourMs, minuteMs } from '../../kernel/clock.ts';
import { Problem, sendProblem } from '../../kernel/problems.ts';
import { Repeating } from '../../kernel/repeating.ts';
import { StoringThread } from '../../storage/storing-thread.ts';
import { fileRoutes } from './delivery/files.routes.ts';
import { sweepTickets } from './delivery/tickets.ts';
import { sumOldViews } from './delivery/view-sums.ts';
import { DocumentReader } from './document-reader.ts';
import { documentRoutesOf } from './documents.routes.ts';
import { sweepOrphans } from './orphans.ts';
import { Preparing } from './preparing.ts';
import { UploadGate } from './upload/upload-gate.ts';
import { StoredStudies } from './viewing/stored-studies.ts';
import { VirusScanner } from './virus-scanner.ts';

const notFound = (reply: FastifyReply): FastifyReply => sendProblem(reply, new Problem('not_found'));

/** Documents and images: upload, reading, delivery, viewer. */
export const documentsModule = async (app: FastifyInstance): Promise<void> => {
  const { kernel } = app;
  const { env, files } = kernel;
  const reader = new DocumentReader(env);
  const scanner = env.CLAMD_URL ? new VirusScanner(env.CLAMD_URL, files) : null;
  const gate = new UploadGate();
  const preparing = new Preparing(kernel, reader, scanner, gate);
  const storing = new StoringThread(env);
  await app.register(multipart);
  documentRoutesOf(app, { kernel, storing, reader, scanner, preparing, gate });
  fileRoutes(app);

  const source = new StoredStudies(kernel);
  serveViewerAccess(app, { redeem: (ticket) => source.redeem(ticket), template: env.VIEWER_URL_TEMPLATE, secure: env.https, notFound });
  serveDicomWeb(app, { source, notFound, archive: env.DICOMWEB_URL ? new OtherArchive(env.DICOMWEB_URL) : undefined });

  const house = new Repeating(kernel.log, 'housekeeping of documents waits', () => kernel.identity.isQuiet);
  app.addHook('onReady', async () => {
    preparing.wake();
    // Soon after a start, too: a server that was killed is one that left something behind.
    house.after(minuteMs, () => sweepOrphans(kernel));
    house.every(hourMs, () => sweepOrphans(kernel));
    house.every(10 * minuteMs, () => sumOldViews(kernel));
    house.every(10 * minuteMs, () => sweepTickets(kernel.db, kernel.clock.now()));
  });
  app.addHook('onClose', async () => {
    house.stop();
    await preparing.close();
    reader.close();
    await storing.close();
  });
};
