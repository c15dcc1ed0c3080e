import type { CaseSummary } from '@konsil/contracts/cases';
import { and, desc, eq, gt } from 'drizzle-orm';
import { helpersNow } from '@konsil/server-domain/access/colleagues';
import type { CaseRow, PooledRow } from '@konsil/server-domain/access/loaders';
import { doctorsOfPools, isPoolConsent } from '@konsil/server-domain/access/pools';
import { doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import { withAllRows } from '@konsil/server-domain/database/roles';
import { doctorOf, lockDoctor, type DoctorRow } from '@konsil/server-domain/doctors/doctors.queries';
import { dropDraftsOf } from '@konsil/server-domain/drafts/drafts';
import type { Work } from '@konsil/server-domain/kernel/work';
import { casePools, clinicDoctors, consents, requests } from '@konsil/server-domain/schema';
import { record } from '@konsil/server-domain/steps/record';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import { summaryOf } from '../cases/case-summary.ts';
import { changeCase } from '../cases/cases.queries.ts';
import { leavePrevious } from '../cases/change-doctor.ts';
import { askDeputies } from '../deputies/deputies.ts';
import { endAppointments } from '../requests/appointments.ts';
import { addDoctorPatient } from '../requests/send-to-doctor.ts';

/** A doctor of the clinic who can take cases now; locked, so that leaving the clinic waits. */
const member = async ({ tx }: Work, clinicId: string, doctorId: string): Promise<DoctorRow | undefined> => {
  const its = and(eq(clinicDoctors.clinicId, clinicId), eq(clinicDoctors.doctorId, doctorId));
  await tx.select({ id: clinicDoctors.doctorId }).from(clinicDoctors).where(its).for('share');
  const [found] = await doctorsOfPools(tx, its);
  return found && lockDoctor(tx, doctorId);
};

/** The consent to the clinic is one to the doctor who took the case, under the same text. */
const giveTaker = async ({ tx, now }: Work, theCase: CaseRow, clinicId: string, doctorId: string): Promise<void> => {
  const [given] = await tx
    .select()
    .from(consents)
    .where(and(isPoolConsent, eq(consents.caseId, theCase.id), eq(consents.clinicId, clinicId)));
  if (!given) throw new Problem('not_allowed_now');
  await tx.insert(consents).values({
    accountId: theCase.accountId,
    kind: 'send_to_doctor',
    caseId: theCase.id,
    doctorId,
    givenAt: now,
    textVersion: given.textVersion,
  });
};

/** The requests without an answer are the next doctor's. @returns the newest one */
const moveRequests = async ({ tx }: Work, theCase: CaseRow, doctorId: string): Promise<string | undefined> => {
  const open = and(
    eq(requests.caseId, theCase.id),
    theCase.lastAnswerAt ? gt(requests.sentAt, theCase.lastAnswerAt) : undefined,
  );
  const [newest] = await tx
    .select({ id: requests.id })
    .from(requests)
    .where(open)
    .orderBy(desc(requests.sentAt))
    .limit(1);
  await tx.update(requests).set({ doctorId }).where(open);
  return newest?.id;
};

/** Moves a case in a pool to a doctor of the clinic: the promised day stays. Case and stay are locked. */
const move = async (work: Work, theCase: CaseRow, { id, clinicId }: PooledRow, doctor: DoctorRow): Promise<void> => {
  const { tx, actor, now } = work;
  // Found first: for some of them the access ends with the case's change.
  const told = await helpersNow(tx, theCase.id, now);
  const stays = doctor.accountId === theCase.doctorId;
  await tx
    .update(casePools)
    .set({ endedAt: now, ...(!stays && { takenBy: doctor.accountId }) })
    .where(eq(casePools.id, id));
  if (stays) return record(work, { step: 'pool_left', theCase, entryId: id, told });
  await giveTaker(work, theCase, clinicId, doctor.accountId);
  const row = await changeCase(work, theCase, {
    doctorId: doctor.accountId,
    openedAt: null,
    archivedByDoctorAt: null,
    snoozedUntil: null,
    markedUnreadAt: null,
  });
  const requestId = await moveRequests(work, theCase, doctor.accountId);
  await leavePrevious(work, theCase, doctor.accountId);
  await endAppointments(work, theCase);
  await addDoctorPatient(work, row, doctor.accountId);
  await record(work, { step: 'pool_taken', theCase: row, before: theCase, entryId: id, requestId, told });
  if (doctor.accountId !== actor.accountId) await record(work, { step: 'pool_assigned', theCase: row });
  await dropDraftsOf(tx, theCase.doctorId, theCase);
  await askDeputies(work, row);
};

/** @throws {Problem} `pool_taken` with the name of the doctor who took it first */
export const checkOpen = async ({ tx }: Pick<Work, 'tx'>, { endedAt, takenBy }: PooledRow): Promise<void> => {
  if (!endedAt) return;
  if (!takenBy) throw new Problem('not_found');
  throw new Problem('pool_taken', { current: { taken_by: doctorName(await doctorOf(tx, takenBy)) } });
};

/**
 * A doctor of the clinic takes a case from its pool; of several concurrent attempts, one succeeds.
 * @throws {Problem} `pool_taken` for the others
 */
export const takeFromPool = async (work: Work, theCase: CaseRow, thePooled: PooledRow): Promise<CaseSummary> => {
  const { tx, actor } = work;
  // Idempotent.
  if (thePooled.takenBy !== actor.accountId || theCase.doctorId !== actor.accountId) {
    await checkOpen(work, thePooled);
    await withAllRows(tx, async () => {
      const doctor = await member(work, thePooled.clinicId, actor.accountId);
      if (!doctor) throw new Problem('not_found');
      await move(work, theCase, thePooled, doctor);
    });
  }
  return summaryOf(work, theCase.id);
};

/**
 * A doctor of the clinic gives a case in its pool to a colleague.
 * @throws {Problem} `invalid` for somebody who is not an active doctor of the clinic, `pool_taken`
 */
export const assignFromPool = async (
  work: Work,
  theCase: CaseRow,
  thePooled: PooledRow,
  colleague: string,
): Promise<{ doctor: string }> => {
  await checkOpen(work, thePooled);
  return withAllRows(work.tx, async () => {
    const doctor = await member(work, thePooled.clinicId, colleague);
    if (!doctor || doctor.accountId === theCase.doctorId) throw invalid({ path: 'colleague', code: 'doctorMissing' });
    await move(work, theCase, thePooled, doctor);
    return { doctor: doctorName(doctor) };
  });
};
