import type { FastifyInstance } from 'fastify';
import { hourMs } from '../../kernel/clock.ts';
import { Repeating } from '../../kernel/repeating.ts';
import { applyTombstones, eraseDueAccounts, eraseUnconfirmed } from './erasure.ts';
import { privacyRoutesOf } from './privacy.routes.ts';

/** A person's own rights, and the erasures that are due. */
export const privacyModule = (app: FastifyInstance): void => {
  const { kernel } = app;
  privacyRoutesOf(app);
  const erasures = new Repeating(kernel.log, 'erasures wait');
  erasures.every(hourMs, () => eraseDueAccounts(kernel));
  erasures.every(hourMs, () => eraseUnconfirmed(kernel));
  app.addHook('onReady', async () => {
    const again = await applyTombstones(kernel);
    if (again > 0) kernel.log.warn({ accounts: again }, 'erased again what a backup had brought back');
  });
  app.addHook('onClose', async () => erasures.stop());
};
