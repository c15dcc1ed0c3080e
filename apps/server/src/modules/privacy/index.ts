import type { FastifyInstance } from 'fastify';
import { hourMs } from '../../kernel/clock.ts';
import { applyTombstones, eraseDueAccounts } from './erasure.ts';
import { privacyRoutesOf } from './privacy.routes.ts';

/** A person's own rights, and the erasures that are due. */
export const privacyModule = (app: FastifyInstance): void => {
  const { kernel } = app;
  privacyRoutesOf(app);
  const timer = setInterval(() => void eraseDueAccounts(kernel).catch((failure: unknown) => kernel.log.warn({ failure }, 'erasures wait')), hourMs).unref();
  app.addHook('onReady', async () => {
    const again = await applyTombstones(kernel);
    if (again > 0) kernel.log.warn({ accounts: again }, 'erased again what a backup had brought back');
  });
  app.addHook('onClose', async () => clearInterval(timer));
};
