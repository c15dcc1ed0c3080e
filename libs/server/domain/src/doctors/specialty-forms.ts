import type { DoctorsForm, SpecialtyForm } from '@konsil/contracts/specialty-forms';
import { specialtiesOf } from '@konsil/contracts/specialties';
import { eq, inArray, max, sql } from 'drizzle-orm';
import { locks } from '@konsil/server-platform/database/locks';
import { KeyDestroyed } from '@konsil/server-platform/keys/vault';
import type { Tx } from '@konsil/server-platform/database/client';
import type { SystemWork } from '../kernel/work.ts';
import { doctors, specialtyForms } from '../schema.ts';
import { specialtyFormTexts, type SpecialtyFormTexts } from '../sealed/specialty-form.ts';

type FormWork = Pick<SystemWork, 'tx'> & { kernel: Pick<SystemWork['kernel'], 'vault'> };
export type FormRow = typeof specialtyForms.$inferSelect;
const none: SpecialtyForm = { version: 0, fields: [] };

/** Opens a stored form: of a doctor, or of a specialty. @throws {KeyDestroyed} after the doctor's erasure */
export const openForm = async (
  { tx, kernel: { vault } }: FormWork,
  { doctorId, sealed }: Pick<FormRow, 'doctorId' | 'sealed'>,
): Promise<SpecialtyFormTexts> =>
  doctorId ? vault.open(tx, doctorId, specialtyFormTexts, sealed) : vault.openFor('forms', specialtyFormTexts, sealed);

/** The form of a specialty; without fields until there is one, and once it ended. */
export const formOfSpecialty = async (work: FormWork, specialty: string): Promise<SpecialtyForm> => {
  const [row] = await work.tx.select().from(specialtyForms).where(eq(specialtyForms.specialty, specialty));
  return row ? { version: row.version, fields: (await openForm(work, row)).fields } : none;
};

/** The form of the first of a doctor's specialties that has one. */
const formOfSpecialties = async (work: FormWork, doctorId: string): Promise<DoctorsForm['of_specialty']> => {
  const { tx } = work;
  const [doctor] = await tx
    .select({ specialty: doctors.specialty })
    .from(doctors)
    .where(eq(doctors.accountId, doctorId));
  const names = specialtiesOf(doctor?.specialty ?? '');
  if (names.length === 0) return undefined;
  const rows = await tx.select().from(specialtyForms).where(inArray(specialtyForms.specialty, names));
  for (const specialty of names) {
    const row = rows.find((one) => one.specialty === specialty);
    const { fields } = row ? await openForm(work, row) : none;
    if (row && fields.length > 0) return { specialty, version: row.version, fields };
  }
  return undefined;
};

/** A doctor's own form, and that of the specialty. */
export const doctorsFormOf = async (work: FormWork, doctorId: string): Promise<DoctorsForm> => {
  const [row] = await work.tx.select().from(specialtyForms).where(eq(specialtyForms.doctorId, doctorId));
  const { version, fields } = row ? { version: row.version, ...(await openForm(work, row)) } : none;
  const ofSpecialty = await formOfSpecialties(work, doctorId);
  return {
    version,
    fields,
    // Servers of the previous release write fields beside the mark.
    follows: !row || (row.follows && fields.length === 0),
    ...(ofSpecialty && { of_specialty: ofSpecialty }),
  };
};

/** What a doctor asks for beside the general forms of a case: the own form, or else that of the specialty. */
export const specialtyFormOf = async (work: FormWork, doctorId: string): Promise<SpecialtyForm> => {
  try {
    const { version, fields, follows, of_specialty: ofSpecialty } = await doctorsFormOf(work, doctorId);
    return follows && ofSpecialty ? ofSpecialty : { version, fields };
  } catch (failure) {
    // Servers of the previous release erase a doctor without the form.
    if (failure instanceof KeyDestroyed) return none;
    throw failure;
  }
};

/** The next version of any form; changes of forms wait for each other until the end of the transaction. */
export const nextFormVersion = async (tx: Tx): Promise<number> => {
  const [{ highest } = { highest: null }] = await tx
    .select({ highest: max(specialtyForms.version) })
    .from(specialtyForms);
  return (highest ?? 0) + 1;
};
export const lockForms = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${locks.specialtyForms})`);
