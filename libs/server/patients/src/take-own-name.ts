import { accountById, openSecrets, saveSecrets } from '@konsil/server-domain/accounts/accounts.queries';
import type { Work } from '@konsil/server-domain/kernel/work';
import { ownRecord } from '@konsil/server-domain/patients/own-record';
import { openPatient } from '@konsil/server-domain/patients/patient-record';
import { record } from '@konsil/server-domain/steps/record';

/** Updates the account's name from its holder's own record, and the open pages. */
export const takeOwnName = async ({ tx, actor, now, kernel: { vault } }: Work): Promise<void> => {
  const own = await ownRecord(tx, actor.accountId);
  if (!own) return;
  const { first_name, last_name } = await openPatient(tx, vault, own);
  const account = await accountById(tx, actor.accountId, true);
  const name = `${first_name} ${last_name}`;
  if ((await openSecrets(tx, vault, account)).full_name === name) return;
  await saveSecrets(tx, vault, account.id, { full_name: name });
  await record({ tx, now, actor }, { step: 'account_changed', accountId: account.id });
};
