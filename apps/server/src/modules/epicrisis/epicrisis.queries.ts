import type { Epicrisis, EpicrisisContent, EpicrisisVersion, SaveEpicrisis } from '@konsil/contracts/epicrisis';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { cases, epicrisisVersions } from '../../db/schema';
import { iso, isoOrNull } from '../../kernel/clock.ts';
import { publish } from '../../kernel/events.ts';
import { doctorsOf, type PatientRow } from '../../kernel/loaders.ts';
import { Problem } from '../../kernel/problems.ts';
import type { Work } from '../../kernel/work.ts';
import { namesOf } from '../accounts/names.ts';
import { addToTimeline } from '../cases/timeline.ts';
import { nameOf, patientNames } from '../patients/patient-record.ts';

/** All versions that the reader may see, newest first: a patient reads the released ones only. */
export const readEpicrisis = async ({ kernel: { vault }, tx, actor }: Work, patientId: string): Promise<Epicrisis> => {
  const visible = actor.role === 'patient' ? isNotNull(epicrisisVersions.releasedAt) : undefined;
  const rows = await tx.select().from(epicrisisVersions).where(and(eq(epicrisisVersions.patientId, patientId), visible)).orderBy(desc(epicrisisVersions.version));
  const authors = await namesOf(tx, vault, rows.map((row) => row.authorId));
  const names = await patientNames(tx, vault, [patientId]);
  const versions = await Promise.all(rows.map(async (row): Promise<EpicrisisVersion> => ({
    id: row.id, version: row.version, author: authors.get(row.authorId) ?? '', created_at: iso(row.createdAt), released_at: isoOrNull(row.releasedAt),
    content: await vault.open<EpicrisisContent>(tx, patientId, row.sealed),
  })));
  return {
    patient: nameOf(names, patientId),
    version: versions[0]?.version ?? 0,
    current: versions[0] ?? null,
    released: versions.find((version) => version.released_at !== null) ?? null,
    versions,
  };
};

/**
 * Adds a version on top of the one the writer saw. The patient's row is held by the route, so two writers take turns.
 * @throws {Problem} `version_conflict` with the current state when somebody saved in the meantime.
 */
export const saveEpicrisis = async (work: Work, patient: PatientRow, { version, content, release }: SaveEpicrisis): Promise<Epicrisis> => {
  const { kernel: { vault }, tx, actor, now } = work;
  const before = await readEpicrisis(work, patient.id);
  if (before.version !== version) throw new Problem('version_conflict', { current: before });
  const [row] = await tx.insert(epicrisisVersions).values({
    patientId: patient.id, version: version + 1, authorId: actor.accountId, createdAt: now,
    sealed: await vault.seal(tx, patient.id, content), releasedAt: release ? now : null,
  }).returning({ id: epicrisisVersions.id });
  if (release && row) await tellCases(work, patient.id, row.id);
  const doctors = await doctorsOf(tx, patient.id);
  await publish(tx, release ? [patient.accountId, ...doctors] : doctors, { type: 'epicrisis', patient_id: patient.id }, actor.accountId);
  return readEpicrisis(work, patient.id);
};

/** A release stands in the timeline of each of the author's cases with this patient. */
const tellCases = async (work: Work, patientId: string, versionId: string): Promise<void> => {
  const open = await work.tx.select({ id: cases.id }).from(cases)
    .where(and(eq(cases.patientId, patientId), eq(cases.doctorId, work.actor.accountId), isNotNull(cases.sharedAt)));
  for (const theCase of open) await addToTimeline(work, theCase, { kind: 'epicrisis_released', refId: versionId });
};
