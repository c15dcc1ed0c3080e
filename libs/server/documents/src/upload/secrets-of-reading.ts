import type { PatientFields } from '@konsil/contracts/patients';
import { eq } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { patients } from '@konsil/server-domain/schema';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import type { Inspection } from '../reading/reading.ts';
import { guessDetails } from './guess-details.ts';
import { patientRecord } from '@konsil/server-domain/sealed/patient';
import type { DocumentSecrets } from '@konsil/server-domain/sealed/document';

/** The encrypted results of inspecting a document's file. */
export const readingSecrets = (
  fileName: string,
  inspection: Inspection,
  patient: PatientFields,
  now: Date,
): DocumentSecrets => {
  const pdf = inspection.kind === 'pdf' ? inspection : undefined;
  return {
    file_name: fileName,
    ...(pdf?.pages ? { pages: pdf.pages } : {}),
    ...(pdf && pdf.pages === undefined && !pdf.later ? { unopened: true } : {}),
    ...(pdf?.form ? { form: true } : {}),
    guess: guessDetails({ fileName, inspection, bornOn: patient.date_of_birth, today: dayOf(now) }),
  };
};

/** The encrypted results of inspecting a document's file, with the patient loaded here. */
export const secretsOfReading = async (
  { vault, clock }: Kernel,
  tx: Tx,
  patientId: string,
  fileName: string,
  inspection: Inspection,
): Promise<DocumentSecrets> => {
  const [row] = await tx.select().from(patients).where(eq(patients.id, patientId));
  if (!row) throw new Error('The patient of a document is gone.');
  return readingSecrets(fileName, inspection, await vault.open(tx, row.id, patientRecord, row.sealed), clock.now());
};
