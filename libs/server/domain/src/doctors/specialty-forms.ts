import type { SpecialtyForm } from '@konsil/contracts/specialty-forms';
import { eq } from 'drizzle-orm';
import type { SystemWork } from '../http/work.ts';
import { specialtyForms } from '../schema.ts';
import { specialtyFormTexts } from '../sealed/specialty-form.ts';

/** A doctor's own form beside the general ones of a case; without fields until the doctor makes one. */
export const specialtyFormOf = async (
  { tx, kernel: { vault } }: Pick<SystemWork, 'tx'> & { kernel: Pick<SystemWork['kernel'], 'vault'> },
  doctorId: string,
): Promise<SpecialtyForm> => {
  const [row] = await tx.select().from(specialtyForms).where(eq(specialtyForms.doctorId, doctorId));
  if (!row) return { version: 0, fields: [] };
  const { fields } = await vault.open(tx, doctorId, specialtyFormTexts, row.sealed);
  return { version: row.version, fields };
};
