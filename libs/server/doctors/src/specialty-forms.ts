import type { FormField } from '@konsil/contracts/form-fields';
import type { saveSpecialtyFormSchema, SpecialtyForm, WrittenField } from '@konsil/contracts/specialty-forms';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { specialtyFormOf } from '@konsil/server-domain/doctors/specialty-forms';
import type { Work } from '@konsil/server-domain/http/work';
import { doctors, specialtyForms } from '@konsil/server-domain/schema';
import { specialtyFormTexts } from '@konsil/server-domain/sealed/specialty-form';
import { Problem } from '@konsil/server-platform/http/problems';

/** Takes each known id once: a second entry with the same one is a new entry. */
const idsFrom = (existing: readonly { id: string }[]) => {
  const known = new Set(existing.map(({ id }) => id));
  return (id: string | undefined): string => (id !== undefined && known.delete(id) ? id : randomUUID());
};

/** A field with only what its kind has. */
const toField = (written: WrittenField, id: string, before: FormField | undefined): FormField => {
  const { kind, label_de, label_en, help_de, help_en, required, unit, min, max, choices } = written;
  const isNumber = kind === 'number';
  const choiceId = idsFrom(before?.choices ?? []);
  return {
    id,
    kind,
    label_de,
    label_en,
    help_de,
    help_en,
    required,
    unit: isNumber ? unit : '',
    min: isNumber ? min : '',
    max: isNumber ? max : '',
    choices:
      kind === 'one_of' || kind === 'several_of'
        ? choices.map((choice) => ({ id: choiceId(choice.id), label_de: choice.label_de, label_en: choice.label_en }))
        : [],
  };
};

/**
 * Replaces the doctor's form by a new version; saving the same again makes none. Existing fields and choices keep their
 * ids, so that answers in unsent cases can be carried over.
 * @throws {Problem} `version_conflict` if it was changed since it was read
 */
export const saveSpecialtyForm = async (
  work: Work,
  { version: seen, fields: written }: z.output<typeof saveSpecialtyFormSchema>,
): Promise<SpecialtyForm> => {
  const {
    tx,
    actor,
    now,
    kernel: { vault },
  } = work;
  // The first form has no row of its own to lock.
  await tx
    .select({ id: doctors.accountId })
    .from(doctors)
    .where(eq(doctors.accountId, actor.accountId))
    .for('no key update');
  const current = await specialtyFormOf(work, actor.accountId);
  if (seen !== undefined && seen < current.version) throw new Problem('version_conflict', { current });
  const fieldId = idsFrom(current.fields);
  const fields = written.map((field) => {
    const id = fieldId(field.id);
    return toField(
      field,
      id,
      current.fields.find((one) => one.id === id),
    );
  });
  if (JSON.stringify(fields) === JSON.stringify(current.fields)) return current;
  const row = {
    doctorId: actor.accountId,
    version: current.version + 1,
    changedAt: now,
    sealed: await vault.seal(tx, actor.accountId, specialtyFormTexts, { fields }),
  };
  await tx.insert(specialtyForms).values(row).onConflictDoUpdate({ target: specialtyForms.doctorId, set: row });
  return { version: row.version, fields };
};
