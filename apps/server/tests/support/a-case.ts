import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { cases, documents, patients } from '@konsil/server-domain/schema';
import type { TestApp } from './app.ts';
import { inviteDoctor, signUpPatient, type Person } from './people.ts';
import { emptyAnamnesis } from '@konsil/server-domain/cases/case-texts';
import { caseTexts } from '@konsil/server-domain/sealed/case';

export interface TestCase {
  id: string;
  patientId: string;
  patient: Person;
  doctor: Person;
}

/** A draft case, by default of a new patient for a new doctor. */
export const aCase = async (test: TestApp, people: { patient?: Person; doctor?: Person } = {}): Promise<TestCase> => {
  const { db, vault } = test.kernel;
  const patient = people.patient ?? (await signUpPatient(test));
  const doctor = people.doctor ?? (await inviteDoctor(test));
  const [own] = await db.select().from(patients).where(eq(patients.accountId, patient.accountId));
  if (!own) throw new Error('The account has no patient.');
  const sealed = await vault.seal(db, own.id, caseTexts, {
    case_name: 'Knoten',
    diagnosis: 'Knoten',
    medical_history: 'seit Mai',
    anamnesis: emptyAnamnesis,
    medication_list: null,
    forms_version: 1,
  });
  const id = randomUUID();
  await db
    .insert(cases)
    .values({ id, patientId: own.id, accountId: patient.accountId, doctorId: doctor.accountId, sealed });
  return { id, patientId: own.id, patient, doctor };
};

/** Shares a case and its documents like "send to doctor". */
export const sendCase = async ({ kernel }: TestApp, { id }: TestCase): Promise<void> => {
  const now = kernel.clock.now();
  await kernel.db
    .update(cases)
    .set({ status: 'with_doctor', firstSentAt: now, lastRequestAt: now, sharedAt: now })
    .where(eq(cases.id, id));
  await kernel.db
    .update(documents)
    .set({ sentAt: now })
    .where(and(eq(documents.caseId, id), isNull(documents.sentAt)));
};
