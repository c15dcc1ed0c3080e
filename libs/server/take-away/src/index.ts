import type { FastifyInstance } from 'fastify';
import { TakeAwayJobs } from './jobs.ts';
import { PageDrawer } from './page-drawer.ts';
import { takeAwayRoutesOf } from './take-away.routes.ts';

/** Files of a whole case or person, for the patient to take away. */
export const takeAwayModule = (app: FastifyInstance): void => {
  const { kernel } = app;
  const jobs = new TakeAwayJobs(kernel);
  const drawer = new PageDrawer(kernel);
  takeAwayRoutesOf(app, { jobs, drawer });
  app.addHook('onClose', async () => {
    jobs.stop();
    drawer.close();
    await jobs.ended();
  });
};
