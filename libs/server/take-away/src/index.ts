import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { VirusScanner } from '@konsil/server-documents/virus-scanner';
import { minuteMs } from '@konsil/server-platform/clock';
import { Repeating } from '@konsil/server-platform/repeating';
import { exchangeRoutesOf } from './exchange.routes.ts';
import { dropDueImports, importRoutesOf } from './import/imports.routes.ts';
import { TakeAwayJobs } from './jobs.ts';
import { PageDrawer } from './page-drawer.ts';
import { takeAwayRoutesOf } from './take-away.routes.ts';

/** Exports and imports of a whole case or person for the patient. */
export const takeAwayModule = async (app: FastifyInstance): Promise<void> => {
  const { kernel } = app;
  const jobs = new TakeAwayJobs(kernel);
  const drawer = new PageDrawer(kernel);
  takeAwayRoutesOf(app, { jobs, drawer });
  await app.register(multipart);
  importRoutesOf(app, kernel.env.CLAMD_URL ? new VirusScanner(kernel.env.CLAMD_URL, kernel.files) : null);
  exchangeRoutesOf(app);
  const house = new Repeating(kernel, 'housekeeping of archives waits', () => kernel.identity.isQuiet);
  app.addHook('onReady', async () => house.every('archives-not-taken', 10 * minuteMs, () => dropDueImports(kernel)));
  app.addHook('onClose', async () => {
    house.stop();
    jobs.stop();
    drawer.close();
    await jobs.ended();
  });
};
