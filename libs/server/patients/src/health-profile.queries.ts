import { healthTextsIn, type HealthProfile, type SaveHealth } from '@konsil/contracts/health-profile';
import { healthProfiles } from '@konsil/server-domain/schema';
import type { PatientRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { confirmHealth, healthProfileOf } from '@konsil/server-domain/patients/health-profile';
import { healthTexts } from '@konsil/server-domain/sealed/health-profile';
import { record } from '@konsil/server-domain/steps/record';
import { Problem } from '@konsil/server-platform/http/problems';

const unsaved: HealthProfile = {
  medication: '',
  allergies: '',
  operations: '',
  previous_illnesses: '',
  medication_list: null,
  version: 0,
  changed_at: null,
  confirmed_at: null,
};

/** Serializes a person's health profile: empty until it was saved. */
export const showHealthProfile = async (work: Work, { id }: PatientRow): Promise<HealthProfile> =>
  (await healthProfileOf(work, id)) ?? unsaved;

/** Refuses what was written or confirmed without having seen the newest profile. */
const checkSeen = async (work: Work, row: PatientRow, version: number): Promise<HealthProfile> => {
  const current = await showHealthProfile(work, row);
  if (version !== current.version) throw new Problem('version_conflict', { current });
  return current;
};

/**
 * Saves a health profile, which its owner thereby confirms. The route locks the person's row.
 * @throws {Problem} `version_conflict` with the newer profile.
 */
export const saveHealthProfile = async (
  work: Work,
  row: PatientRow,
  { version, ...texts }: SaveHealth,
): Promise<HealthProfile> => {
  const {
    tx,
    now,
    actor,
    kernel: { vault },
  } = work;
  const current = await checkSeen(work, row, version);
  const saved = {
    version: version + 1,
    sealed: await vault.seal(
      tx,
      row.id,
      healthTexts,
      healthTextsIn({ medication_list: current.medication_list, ...texts }),
    ),
    changedAt: now,
    confirmedAt: now,
  };
  await tx
    .insert(healthProfiles)
    .values({ patientId: row.id, ...saved })
    .onConflictDoUpdate({ target: healthProfiles.patientId, set: saved });
  await record(work, { step: 'patient_changed', patientId: row.id, readers: [actor.accountId] });
  return showHealthProfile(work, row);
};

/** @throws {Problem} `version_conflict` with the newer profile, `not_allowed_now` where there is none yet. */
export const confirmHealthProfile = async (
  work: Work,
  row: PatientRow,
  { version }: { version: number },
): Promise<HealthProfile> => {
  const current = await checkSeen(work, row, version);
  if (current.version === 0) throw new Problem('not_allowed_now');
  await confirmHealth(work, row.id);
  await record(work, { step: 'patient_changed', patientId: row.id, readers: [work.actor.accountId] });
  return showHealthProfile(work, row);
};
