import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { patients } from '../schema.ts';
import { record } from '../steps/record.ts';
import { doctorsOf, type PatientRow } from '../access/loaders.ts';
import type { Work } from '../http/work.ts';
import { openPatient, patientColumns } from './patient-record.ts';
import { readablePhone } from './readable-phone.ts';
import { accountById, openSecrets, saveSecrets } from '../accounts/accounts.queries.ts';

/** The account holder's own record: the first, in case of several. */
export const ownRecord = async (tx: Tx, accountId: string): Promise<PatientRow | undefined> =>
  (
    await tx
      .select()
      .from(patients)
      .where(and(eq(patients.accountId, accountId), eq(patients.relationship, 'self')))
      .orderBy(asc(patients.createdAt), asc(patients.id))
      .limit(1)
  )[0];

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

/**
 * Copies a new mobile number to the holder's own record, unless that has another one, such as a landline.
 * @returns the changed record
 */
export const takeOwnNumber = async (work: Work, before: string, phone: string): Promise<PatientRow | undefined> => {
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  const own = await ownRecord(tx, actor.accountId);
  if (!own || before === phone) return undefined;
  const fields = await openPatient(tx, vault, own);
  if (!fields.phone || readablePhone(fields.phone) !== readablePhone(before)) return undefined;
  await tx
    .update(patients)
    .set({ ...(await patientColumns(tx, vault, own.id, { ...fields, phone })), version: own.version + 1 })
    .where(eq(patients.id, own.id));
  await record(work, {
    step: 'patient_changed',
    patientId: own.id,
    readers: [own.accountId, ...(await doctorsOf(tx, own.id))],
  });
  return own;
};
