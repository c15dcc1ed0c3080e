import type { FastifyInstance } from 'fastify';
import { hourMs } from '@konsil/server-platform/clock';
import { Repeating } from '@konsil/server-platform/repeating';
import { deleteErasedFiles } from './erased-files.ts';
import { applyTombstones, eraseDueAccounts, eraseUnconfirmed } from './erasure.ts';
import { privacyRoutesOf } from './privacy.routes.ts';

/** A person's own rights, and the erasures that are due. */
export const privacyModule = (app: FastifyInstance): void => {
  const { kernel } = app;
  privacyRoutesOf(app);
  const erasures = new Repeating(kernel.log, 'erasures wait', () => kernel.identity.isQuiet);
  const due = [() => eraseDueAccounts(kernel), () => eraseUnconfirmed(kernel), () => deleteErasedFiles(kernel)];
  for (const erase of due) erasures.every(hourMs, erase);
  const begin = async (): Promise<void> => {
    const again = await applyTombstones(kernel);
    if (again > 0) kernel.log.warn({ accounts: again }, 'erased again what a backup had brought back');
    // A server that never runs for an hour keeps its promise, too.
    for (const erase of due) erasures.after(0, erase);
  };
  app.addHook('onReady', async () => {
    if (!kernel.identity.isQuiet) await begin();
  });
  kernel.identity.onWake(() => erasures.after(0, begin));
  app.addHook('onClose', async () => erasures.stop());
};
