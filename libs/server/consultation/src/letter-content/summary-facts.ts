import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { PatientRow } from '@konsil/server-domain/access/loaders';
import { openPatient } from '@konsil/server-domain/patients/patient-record';
import { epicrisisVersions } from '@konsil/server-domain/schema';
import type { DoctorLetter } from '@konsil/server-domain/sealed/doctor-letter';
import { epicrisisTexts } from '@konsil/server-domain/sealed/epicrisis';
import { iso } from '@konsil/server-platform/clock';
import { patientFacts, writerFacts, type Reading } from './letter-facts.ts';

type VersionRow = typeof epicrisisVersions.$inferSelect;
export type ReleasedVersion = VersionRow & { releasedAt: Date };

/** The newest released version of a patient's summary; null without one. */
export const newestRelease = async ({ tx }: Reading, patientId: string): Promise<ReleasedVersion | null> => {
  const [row] = await tx
    .select()
    .from(epicrisisVersions)
    .where(and(eq(epicrisisVersions.patientId, patientId), isNotNull(epicrisisVersions.releasedAt)))
    .orderBy(desc(epicrisisVersions.version))
    .limit(1);
  return row?.releasedAt ? { ...row, releasedAt: row.releasedAt } : null;
};

/** Reads all that the letter of a released summary says. */
export const summaryContent = async (
  work: Reading,
  thePatient: PatientRow,
  version: ReleasedVersion,
): Promise<DoctorLetter> => {
  const {
    tx,
    kernel: { vault },
  } = work;
  return {
    ...(await writerFacts(work, version.authorId)),
    patient: patientFacts(await openPatient(tx, vault, thePatient)),
    // A summary is of the person, not of one case.
    case_name: '',
    diagnosis: '',
    asked_at: iso(version.releasedAt),
    documents: 0,
    recommended: null,
    todo: null,
    summary: {
      ...(await vault.open(tx, thePatient.id, epicrisisTexts, version.sealed)),
      version: version.version,
      released_at: iso(version.releasedAt),
    },
    proposed: [],
    appointment_place: '',
  };
};
