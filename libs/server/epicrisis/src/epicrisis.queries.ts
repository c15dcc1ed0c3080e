import type { Epicrisis, EpicrisisVersion, SaveEpicrisis } from '@konsil/contracts/epicrisis';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { cases, epicrisisVersions } from '@konsil/server-domain/schema';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import { doctorsOf, type PatientRow } from '@konsil/server-domain/access/loaders';
import { Problem } from '@konsil/server-platform/http/problems';
import type { Work } from '@konsil/server-domain/kernel/work';
import { namesOf } from '@konsil/server-domain/names/names';
import { readableCases } from '@konsil/server-domain/cases/case-scope';
import { record } from '@konsil/server-domain/steps/record';
import { nameOf, patientNames } from '@konsil/server-domain/patients/patient-record';
import { codesToKeep } from '@konsil/server-domain/codes/catalogue';
import { isOn } from '@konsil/server-domain/access/sides';
import { unreadRelease } from '@konsil/server-domain/epicrisis/unread-summaries';
import { dropTakenSummaries } from '@konsil/server-domain/drafts/prepared-drafts';
import { epicrisisTexts } from '@konsil/server-domain/sealed/epicrisis';

/** Keeps a released version as a letter of its author. */
export type KeepSummary = (
  work: Pick<Work, 'tx'> & { kernel: Pick<Work['kernel'], 'vault'> },
  thePatient: PatientRow,
  version: typeof epicrisisVersions.$inferSelect & { releasedAt: Date },
) => Promise<void>;

/** A patient's epicrisis, newest version first; the patient gets released ones only (docs/product.md section 2). */
export const readEpicrisis = async (
  { tx, actor, kernel: { vault } }: Work,
  thePatient: PatientRow,
): Promise<Epicrisis> => {
  const rows = await tx
    .select()
    .from(epicrisisVersions)
    .where(
      and(
        eq(epicrisisVersions.patientId, thePatient.id),
        isOn(actor, 'patient') ? isNotNull(epicrisisVersions.releasedAt) : undefined,
      ),
    )
    .orderBy(desc(epicrisisVersions.version));
  const names = await namesOf(
    tx,
    vault,
    rows.map((row) => row.authorId),
  );
  const versions = await Promise.all(
    rows.map(async (row): Promise<EpicrisisVersion> => {
      const { codes, ...content } = await vault.open(tx, thePatient.id, epicrisisTexts, row.sealed);
      return {
        id: row.id,
        version: row.version,
        author: names.get(row.authorId) ?? '',
        created_at: iso(row.createdAt),
        released_at: isoOrNull(row.releasedAt),
        content,
        ...(codes && { codes }),
      };
    }),
  );
  return {
    patient: nameOf(await patientNames(tx, vault, [thePatient.id]), thePatient.id),
    version: versions[0]?.version ?? 0,
    current: versions[0] ?? null,
    released: versions.find((version) => version.released_at) ?? null,
    versions,
  };
};

/** Records that the patient opened the released version; the first time counts. Their other pages are updated. */
export const recordEpicrisisRead = async (work: Work, thePatient: PatientRow): Promise<void> => {
  const { tx, actor, now } = work;
  if (!isOn(actor, 'patient')) return;
  const read = await tx
    .update(epicrisisVersions)
    .set({ readAt: now })
    .where(and(eq(epicrisisVersions.patientId, thePatient.id), unreadRelease))
    .returning({ id: epicrisisVersions.id });
  if (read.length > 0)
    await record(work, { step: 'epicrisis_read', patientId: thePatient.id, readers: [thePatient.accountId] });
};

/** Adds the release to the timelines of the doctor's cases with the patient. */
const tellOfRelease = async (work: Work, thePatient: PatientRow, versionId: string): Promise<void> => {
  const shared = await work.tx
    .select()
    .from(cases)
    .where(and(eq(cases.patientId, thePatient.id), readableCases(work.actor)));
  for (const theCase of shared) await record(work, { step: 'epicrisis_released', theCase, versionId });
};

/**
 * Saves a new version; earlier ones are kept. The route locks the patient row, so that the second of two doctors gets
 * the conflict.
 * @throws {Problem} `version_conflict` with the current epicrisis, if the author started from an older version.
 */
export const saveEpicrisis = async (
  work: Work,
  thePatient: PatientRow,
  { version, content, codes: given, release }: SaveEpicrisis,
  keepSummary: KeepSummary,
): Promise<Epicrisis> => {
  const {
    tx,
    actor,
    now,
    kernel: { vault },
  } = work;
  const current = await readEpicrisis(work, thePatient);
  if (version !== current.version) throw new Problem('version_conflict', { current });
  const before = current.current?.codes ?? [];
  // A page from before there were codes sends none, so the existing codes stay.
  const codes = given ? await codesToKeep(tx, given, before) : before;
  const [row] = await tx
    .insert(epicrisisVersions)
    .values({
      patientId: thePatient.id,
      version: current.version + 1,
      authorId: actor.accountId,
      createdAt: now,
      releasedAt: release ? now : null,
      sealed: await vault.seal(tx, thePatient.id, epicrisisTexts, {
        ...content,
        ...(codes.length > 0 ? { codes } : {}),
      }),
    })
    .returning();
  await dropTakenSummaries(tx, actor.accountId, thePatient.id);
  if (row?.releasedAt) await keepSummary(work, thePatient, { ...row, releasedAt: row.releasedAt });
  if (release && row) await tellOfRelease(work, thePatient, row.id);
  await record(work, {
    step: 'epicrisis_saved',
    patientId: thePatient.id,
    readers: await doctorsOf(tx, thePatient.id),
    accountId: thePatient.accountId,
    released: release,
  });
  return readEpicrisis(work, thePatient);
};
