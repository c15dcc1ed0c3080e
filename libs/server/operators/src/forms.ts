import type { ListedForm } from '@konsil/contracts/console-forms';
import { isSpecialty, specialties, specialtiesOf } from '@konsil/contracts/specialties';
import { eq, isNotNull } from 'drizzle-orm';
import { isActiveDoctor } from '@konsil/server-domain/accounts/active-doctors';
import { openForm } from '@konsil/server-domain/doctors/specialty-forms';
import type { SystemWork } from '@konsil/server-domain/kernel/work';
import { accounts, doctors, specialtyForms } from '@konsil/server-domain/schema';
import { isoOrNull } from '@konsil/server-platform/clock';
import { namesOfOperators } from './operator-names.ts';

type FormsWork = Pick<SystemWork, 'tx'> & { kernel: Pick<SystemWork['kernel'], 'vault'> };

/** Every offered specialty with the state of its form, and those with a form that are offered no more. Forms of doctors are neither opened nor listed. */
export const listForms = async (work: FormsWork): Promise<ListedForm[]> => {
  const { tx, kernel } = work;
  const rows = await tx.select().from(specialtyForms).where(isNotNull(specialtyForms.specialty));
  const names = await namesOfOperators(
    tx,
    kernel.vault,
    rows.flatMap(({ changedBy }) => changedBy ?? []),
  );
  const listed = new Map<string, ListedForm>();
  const stored = rows.flatMap(({ specialty }) => specialty ?? []);
  for (const specialty of new Set([...specialties, ...stored])) {
    const row = rows.find((one) => one.specialty === specialty);
    const offered = isSpecialty(specialty);
    const fields = row ? (await openForm(work, row)).fields.length : 0;
    if (!offered && fields === 0) continue;
    listed.set(specialty, {
      specialty,
      offered,
      fields,
      changed_at: isoOrNull(row?.changedAt ?? null),
      changed_by: (row?.changedBy && names.get(row.changedBy)) ?? '',
      doctors: 0,
      using: 0,
    });
  }
  const practising = await tx
    .select({ specialty: doctors.specialty, own: specialtyForms.id, follows: specialtyForms.follows })
    .from(doctors)
    .innerJoin(accounts, eq(accounts.id, doctors.accountId))
    .leftJoin(specialtyForms, eq(specialtyForms.doctorId, doctors.accountId))
    .where(isActiveDoctor);
  for (const { specialty, own, follows } of practising) {
    const theirs = specialtiesOf(specialty).flatMap((name) => listed.get(name) ?? []);
    for (const one of theirs) one.doctors += 1;
    const used = theirs.find(({ fields }) => fields > 0);
    if (used && (!own || follows)) used.using += 1;
  }
  return [...listed.values()];
};
