import { noticeHits, settingsOfLimits } from '@konsil/server-domain/accounts/account-limits';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';

/** The limit of calls is counted before the database, by each process. */
export const callsLimit = 'calls:ip';
/** The limits that an operator can set, by name: those that shut out people who did nothing wrong. */
export const settingOfLimit: Readonly<Record<string, string>> = {
  ...settingsOfLimits,
  [callsLimit]: 'LIMIT_CALLS_MINUTE',
};

/** Tells the operator which limits have refused somebody in this process: one e-mail per limit and day, from all processes. */
export const notifyReachedLimits = async ({
  db,
  limits,
  vault,
  env,
  identity,
  log,
}: Pick<Kernel, 'db' | 'limits' | 'vault' | 'env' | 'identity' | 'log'>): Promise<void> => {
  for (const name of [...limits.reached]) {
    const setting = settingOfLimit[name];
    if (setting && !identity.isQuiet)
      await db.transaction(async (tx) => {
        if (!(await limits.allowsIn(tx, ...noticeHits('limit', name)))) return;
        log.warn({ limit: name, setting }, 'a limit refuses requests');
        await enqueueEmail(tx, vault, {
          to: env.OPERATOR_EMAIL,
          locale: 'de',
          template: 'limit_reached',
          data: { setting },
        });
      });
    limits.reached.delete(name);
  }
};
