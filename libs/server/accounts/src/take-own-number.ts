import { eq } from 'drizzle-orm';
import { doctorsOf, type PatientRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { ownRecord } from '@konsil/server-domain/patients/own-record';
import { openPatient, patientColumns } from '@konsil/server-domain/patients/patient-record';
import { readablePhone } from '@konsil/server-domain/patients/readable-phone';
import { patients } from '@konsil/server-domain/schema';
import { record } from '@konsil/server-domain/steps/record';

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
