import type { FastifyInstance } from 'fastify';
import { hourMs, secondMs } from '@konsil/server-platform/clock';
import { Repeating } from '@konsil/server-platform/repeating';
import { deleteErasedFiles } from '@konsil/server-documents/erased-files';
import { endEarlierAccess, keepEndings, repeatEndings } from './endings.ts';
import { applyTombstones, eraseDueAccounts, eraseUnconfirmed } from './erasure.ts';
import { privacyRoutesOf } from './privacy.routes.ts';

/** The users' own rights, and due erasures. */
export const privacyModule = (app: FastifyInstance): void => {
  const { kernel } = app;
  privacyRoutesOf(app);
  const erasures = new Repeating(kernel, 'erasures wait', () => kernel.identity.isQuiet);
  const due = {
    erasures: () => eraseDueAccounts(kernel),
    'unconfirmed-sign-ups': () => eraseUnconfirmed(kernel),
    'erased-files': () => deleteErasedFiles(kernel),
  };
  for (const [name, erase] of Object.entries(due)) erasures.every(name, hourMs, erase);
  erasures.every('endings', 5 * secondMs, async () => {
    await keepEndings(kernel);
  });
  const endAgain = async (): Promise<void> => {
    await endEarlierAccess(kernel);
    const again = await repeatEndings(kernel);
    if (again > 0) kernel.log.warn({ endings: again }, 'ended again what an earlier state had brought back');
  };
  const begin = async (): Promise<void> => {
    const again = await applyTombstones(kernel);
    if (again > 0) kernel.log.warn({ accounts: again }, 'erased again what a backup had brought back');
    // Also at start, for servers that never run for an hour.
    for (const erase of Object.values(due)) erasures.after(0, erase);
  };
  app.addHook('onReady', async () => {
    // A quiet copy serves people, too.
    await endAgain();
    if (!kernel.identity.isQuiet) await begin();
  });
  kernel.identity.onWake(() => {
    erasures.after(0, endAgain);
    erasures.after(0, begin);
  });
  app.addHook('onClose', async () => erasures.stop());
};
