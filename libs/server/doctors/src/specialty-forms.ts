import type { FormField } from '@konsil/contracts/form-fields';
import { hasChoices } from '@konsil/contracts/field-kinds';
import type {
  DoctorsForm,
  saveFormSchema,
  saveSpecialtyFormSchema,
  SpecialtyForm,
  WrittenField,
} from '@konsil/contracts/specialty-forms';
import { isSpecialty } from '@konsil/contracts/specialties';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import {
  doctorsFormOf,
  formOfSpecialty,
  lockForms,
  nextFormVersion,
} from '@konsil/server-domain/doctors/specialty-forms';
import type { Work } from '@konsil/server-domain/kernel/work';
import { specialtyForms } from '@konsil/server-domain/schema';
import { specialtyFormTexts } from '@konsil/server-domain/sealed/specialty-form';
import { Problem } from '@konsil/server-platform/http/problems';

/** Takes each known id once: a second entry with the same one is a new entry. */
const idsFrom = (existing: readonly { id: string }[]) => {
  const known = new Set(existing.map(({ id }) => id));
  return (id: string | undefined): string => (id !== undefined && known.delete(id) ? id : randomUUID());
};

/** A field with only the properties of its kind. */
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
    choices: hasChoices(kind)
      ? choices.map((choice) => ({ id: choiceId(choice.id), label_de: choice.label_de, label_en: choice.label_en }))
      : [],
  };
};

/** Fields as they were written; those among `known` keep their ids, so that answers in unsent cases can be carried over. */
const fieldsFrom = (written: readonly WrittenField[], known: readonly FormField[]): FormField[] => {
  const fieldId = idsFrom(known);
  return written.map((field) => {
    const id = fieldId(field.id);
    return toField(
      field,
      id,
      known.find((one) => one.id === id),
    );
  });
};
const areSame = (some: readonly FormField[], others: readonly FormField[]) =>
  JSON.stringify(some) === JSON.stringify(others);

/**
 * Replaces the doctor's form by a new version, or applies that of the specialty again; saving the same content creates
 * no version. Fields copied from the form of the specialty keep their ids, too.
 * @throws {Problem} `version_conflict` if it was changed since it was read, or if it would end the use of a form of the
 * specialty that the doctor has not seen
 */
export const saveSpecialtyForm = async (
  work: Work,
  {
    version: seen,
    fields: written,
    follows: given = false,
    seen_of_specialty: shown,
  }: z.output<typeof saveSpecialtyFormSchema>,
): Promise<DoctorsForm> => {
  const {
    tx,
    actor: { accountId: doctorId },
    now,
    kernel: { vault },
  } = work;
  await lockForms(tx);
  const current = await doctorsFormOf(work, doctorId);
  if (seen !== undefined && seen < current.version) throw new Problem('version_conflict', { current });
  const { of_specialty: ofSpecialty } = current;
  const isUnseen = shown !== undefined && ofSpecialty !== undefined && shown < ofSpecialty.version;
  if (current.follows && !given && isUnseen) throw new Problem('version_conflict', { current });
  const fields = given ? [] : fieldsFrom(written, [...current.fields, ...(ofSpecialty?.fields ?? [])]);
  // Without a form to go without, no fields decide nothing.
  const isUndecided = current.follows || current.fields.length > 0;
  const follows = given || (isUndecided && !ofSpecialty && fields.length === 0);
  if (follows === current.follows && areSame(fields, current.fields)) return current;
  const row = {
    doctorId,
    version: await nextFormVersion(tx),
    changedAt: now,
    follows,
    sealed: await vault.seal(tx, doctorId, specialtyFormTexts, { fields }),
  };
  await tx.insert(specialtyForms).values(row).onConflictDoUpdate({ target: specialtyForms.doctorId, set: row });
  return { ...current, version: row.version, fields, follows };
};

const writeFormOfSpecialty = async (work: Work, specialty: string, fields: FormField[]): Promise<SpecialtyForm> => {
  const { tx, actor, now, kernel } = work;
  const row = {
    specialty,
    version: await nextFormVersion(tx),
    changedAt: now,
    changedBy: actor.accountId,
    sealed: kernel.vault.sealFor('forms', specialtyFormTexts, { fields }),
  };
  await tx.insert(specialtyForms).values(row).onConflictDoUpdate({ target: specialtyForms.specialty, set: row });
  return { version: row.version, fields };
};

/**
 * Replaces the form of a specialty by a new version; without fields it ends. Saving the same again makes none.
 * @throws {Problem} `version_conflict` if it was changed since it was read
 */
export const saveFormOfSpecialty = async (
  work: Work,
  specialty: string,
  { version: seen, fields: written }: z.output<typeof saveFormSchema>,
): Promise<{ form: SpecialtyForm; isNew: boolean }> => {
  await lockForms(work.tx);
  const current = await formOfSpecialty(work, specialty);
  if (seen !== undefined && seen < current.version)
    throw new Problem('version_conflict', { current: { ...current, specialty } });
  const fields = fieldsFrom(written, current.fields);
  if (areSame(fields, current.fields)) return { form: current, isNew: false };
  return { form: await writeFormOfSpecialty(work, specialty, fields), isNew: true };
};

/**
 * Moves the form of a specialty that is offered no more to another one. The fields keep their ids, so that
 * answers in unsent cases are carried over.
 * @throws {Problem} `version_conflict` if it was changed since it was read, `not_found` if it has ended, `conflict` if the
 * other one has a form
 */
export const giveFormToSpecialty = async (
  work: Work,
  { specialty, version: seen, to }: { specialty: string; version: number; to: string },
): Promise<{ given: SpecialtyForm; ended: SpecialtyForm }> => {
  await lockForms(work.tx);
  const current = await formOfSpecialty(work, specialty);
  if (isSpecialty(specialty) || current.version === 0) throw new Problem('not_found');
  if (seen < current.version) throw new Problem('version_conflict', { current: { ...current, specialty } });
  if (current.fields.length === 0) throw new Problem('not_found');
  if ((await formOfSpecialty(work, to)).fields.length > 0) throw new Problem('conflict');
  return {
    given: await writeFormOfSpecialty(work, to, current.fields),
    ended: await writeFormOfSpecialty(work, specialty, []),
  };
};
