import type { CaseSummary, NewCase, UpdateCase } from '@konsil/contracts/cases';
import { healthTextsIn } from '@konsil/contracts/health-profile';
import type { LetterRecipient } from '@konsil/contracts/letter-recipients';
import type { Priority } from '@konsil/contracts/codes';
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { record } from '@konsil/server-domain/steps/record';
import { cases, patients, todos } from '@konsil/server-domain/schema';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import type { Work } from '@konsil/server-domain/kernel/work';
import { findStaying } from '@konsil/server-domain/doctors/doctors.queries';
import { canTake, type CaseStep } from '@konsil/server-domain/cases/case-state';
import { summaryOf } from './case-summary.ts';
import { anamnesisTexts, caseColumns, emptyAnamnesis, openCase } from '@konsil/server-domain/cases/case-texts';
import { representedAccountId, isOn } from '@konsil/server-domain/access/sides';
import { addQuestion } from '@konsil/server-domain/cases/general-forms';
import { healthProfileOf } from '@konsil/server-domain/patients/health-profile';
import type { CaseTexts } from '@konsil/server-domain/sealed/case';

type Row = typeof cases.$inferInsert;

/** Refuses a write based on an outdated version of a case, with the current one. */
export const checkVersion = async (
  work: Work,
  theCase: CaseRow,
  seen: number | undefined,
  changedIn = theCase.version,
): Promise<void> => {
  if (seen !== undefined && seen < changedIn)
    throw new Problem('version_conflict', { current: await summaryOf(work, theCase.id) });
};

/** @throws {Problem} `not_allowed_now` if the case's status does not allow the step. */
export const checkStep = (step: CaseStep, theCase: Pick<CaseRow, 'status'>): void => {
  if (!canTake(step, theCase.status)) throw new Problem('not_allowed_now');
};

/** Changes columns of a case and increments its version. */
export const changeCase = async (
  { tx }: Pick<Work, 'tx'>,
  theCase: Pick<CaseRow, 'id'>,
  changes: Partial<Row>,
): Promise<CaseRow> => {
  const [row] = await tx
    .update(cases)
    .set({ ...changes, version: sql`${cases.version} + 1` })
    .where(eq(cases.id, theCase.id))
    .returning();
  if (!row) throw new Error('The case is missing.');
  return row;
};

/** A doctor who can be chosen for a new or unsent case. */
const openDoctor = async ({ tx }: Work, id: string): Promise<string> => {
  const doctor = await findStaying(tx, id);
  if (!doctor?.acceptsCases) throw invalid({ path: 'doctor', code: 'doctorMissing' });
  return doctor.accountId;
};

/** Creates a case: private to the account until its first request. */
export const openNewCase = async (work: Work, form: NewCase): Promise<CaseSummary> => {
  const {
    tx,
    actor,
    now,
    kernel: { vault },
  } = work;
  const [patient] = await tx
    .select()
    .from(patients)
    .where(
      and(
        eq(patients.id, form.patient),
        eq(patients.accountId, representedAccountId(actor)),
        isNull(patients.archivedAt),
      ),
    );
  if (!patient) throw invalid({ path: 'patient', code: 'patientMissing' });
  const doctorId = await openDoctor(work, form.doctor);
  const profile = await healthProfileOf(work, patient.id);
  const texts: CaseTexts = {
    case_name: form.case_name,
    diagnosis: form.diagnosis,
    medical_history: form.medical_history,
    // The owner sees it in the forms and in the review before anything is sent.
    ...anamnesisTexts({ ...emptyAnamnesis, ...(profile && healthTextsIn(profile)) }, { medication_list: null }),
    forms_version: 1,
  };
  const [theCase] = await tx
    .insert(cases)
    .values({
      id: randomUUID(),
      patientId: patient.id,
      accountId: representedAccountId(actor),
      doctorId,
      ...(await caseColumns(tx, vault, patient.id, texts)),
      createdAt: now,
      lastActivityAt: now,
    })
    .returning();
  if (!theCase) throw new Error('The case was not stored.');
  for (const [position, text] of (form.questions ?? []).entries()) await addQuestion(work, theCase, text, position);
  await record(work, { step: 'case_created', theCase });
  return summaryOf(work, theCase.id);
};

/** Renames a case at any time; changes the doctor only before the first request. */
export const updateCase = async (
  work: Work,
  theCase: CaseRow,
  { version, case_name, doctor }: UpdateCase,
): Promise<CaseSummary> => {
  const {
    tx,
    kernel: { vault },
  } = work;
  await checkVersion(work, theCase, version);
  const isOther = doctor !== undefined && doctor !== theCase.doctorId;
  if (isOther && theCase.status !== 'draft') throw new Problem('not_allowed_now');
  const texts = await openCase(tx, vault, theCase);
  const row = await changeCase(work, theCase, {
    ...(isOther ? { doctorId: await openDoctor(work, doctor) } : {}),
    ...(case_name === undefined ? {} : await caseColumns(tx, vault, theCase.patientId, { ...texts, case_name })),
  });
  if (isOther) await tx.update(todos).set({ doctorId: row.doctorId }).where(eq(todos.caseId, theCase.id));
  const isRenamed = case_name !== undefined && case_name !== texts.case_name;
  await record(work, { step: 'case_changed', theCase: row, ...(isRenamed && { newName: case_name }) });
  return summaryOf(work, theCase.id);
};

/** Replaces the recipients of a case's next letters; letters that were sent keep theirs. */
export const saveLetterRecipients = async (
  work: Work,
  theCase: CaseRow,
  recipients: readonly LetterRecipient[],
  seen: number | undefined,
): Promise<CaseRow> => {
  const {
    tx,
    kernel: { vault },
  } = work;
  await checkVersion(work, theCase, seen);
  const { recipients: _before, ...texts } = await openCase(tx, vault, theCase);
  const row = await changeCase(
    work,
    theCase,
    await caseColumns(tx, vault, theCase.patientId, {
      ...texts,
      ...(recipients.length > 0 && { recipients: [...recipients] }),
    }),
  );
  await record(work, { step: 'case_changed', theCase: row });
  return row;
};

/** Changes a setting of one side: the version of the case stays, and the other side gets no event. */
const setForOneself = async (work: Work, theCase: CaseRow, changes: Partial<Row>): Promise<CaseSummary> => {
  const { tx } = work;
  await tx.update(cases).set(changes).where(eq(cases.id, theCase.id));
  await record(work, { step: 'own_view_changed', theCase });
  return summaryOf(work, theCase.id);
};

/** The doctor's own sorting: without version, the last write wins. */
export const setPriority = (work: Work, theCase: CaseRow, priority: Priority): Promise<CaseSummary> =>
  setForOneself(work, theCase, { priority });

/** Archives or restores a case for the reader; repeating it changes nothing. */
export const archiveCase = async (
  work: Work,
  theCase: CaseRow,
  archived: boolean,
  seen: number | undefined,
): Promise<CaseSummary> => {
  await checkVersion(work, theCase, seen);
  const column = isOn(work.actor, 'patient') ? 'archivedByPatientAt' : 'archivedByDoctorAt';
  if ((theCase[column] !== null) === archived) return summaryOf(work, theCase.id);
  return setForOneself(work, theCase, { [column]: archived ? work.now : null });
};

/** The patient closes an answered case, or reopens a closed one. */
export const closeCase = async (
  work: Work,
  theCase: CaseRow,
  step: 'close' | 'reopen',
  seen: number | undefined,
): Promise<CaseSummary> => {
  const status = step === 'close' ? 'closed' : 'answered';
  // Idempotent.
  if (theCase.status === status) return summaryOf(work, theCase.id);
  await checkVersion(work, theCase, seen);
  checkStep(step, theCase);
  const row = await changeCase(work, theCase, { status });
  await record(work, { step: step === 'close' ? 'case_closed' : 'case_reopened', theCase: row });
  return summaryOf(work, theCase.id);
};
