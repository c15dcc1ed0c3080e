import type { ConsoleDoctor, EndConsoleAbsence, EnterAbsence } from '@konsil/contracts/console-absences';
import { and, eq, isNull } from 'drizzle-orm';
import {
  countDecisions,
  countOpenCases,
  endAbsence,
  listAbsences,
  planAbsence,
  type AbsenceWork,
} from '@konsil/server-consultation/doctors/absences';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';
import { accountById, doctorName, type AccountRow } from '@konsil/server-domain/accounts/accounts.queries';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { doctorOf } from '@konsil/server-domain/doctors/doctors.queries';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import type { ToldAct } from '@konsil/server-domain/notices/texts/templates';
import { absences, accounts } from '@konsil/server-domain/schema';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import { Problem } from '@konsil/server-platform/http/problems';

type Parts = Omit<AbsenceWork, 'actor'>;
interface Done {
  shown: ConsoleDoctor;
  record: AuditEntry;
}

/** The portal acts about the doctor's account, as when an account is closed; who asked for it is in the access log. */
const actingFor = (parts: Parts, accountId: string): AbsenceWork => ({
  ...parts,
  actor: { accountId, role: 'system' },
});

/** @throws {Problem} 404 if the account is no doctor's */
const doctorAccount = async ({ tx }: Pick<Parts, 'tx'>, id: string): Promise<AccountRow> => {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id));
  if (!account || !isOfKind(account, 'doctor')) throw new Problem('not_found');
  return account;
};

/** A doctor with their absences. Cases are counted, never read: it needs the server's rights. */
export const showDoctor = async (parts: Parts, id: string): Promise<ConsoleDoctor> => {
  const { deactivatedAt } = await doctorAccount(parts, id);
  const doctor = await doctorOf(parts.tx, id);
  const decisions = await countDecisions(parts, id);
  const shown = await listAbsences(actingFor(parts, id));
  return {
    id,
    name: doctorName(doctor),
    specialty: doctor.specialty,
    city: doctor.city,
    closed: deactivatedAt !== null,
    cases: await countOpenCases(parts, id),
    absences: shown.map((absence) => ({ ...absence, agreed: 0, asked: 0, ...decisions.get(absence.id) })),
  };
};

/** Writes to the doctor. */
const finish = async (parts: Parts, id: string, act: ToldAct): Promise<ConsoleDoctor> => {
  const { tx, kernel, now } = parts;
  const { email, locale } = await accountById(tx, id);
  await enqueueEmail(tx, kernel.vault, {
    to: email,
    locale,
    accountId: id,
    template: 'operator_acted',
    data: { act, at: dayAndTime(now, locale) },
  });
  return showDoctor(parts, id);
};

/**
 * Enters an absence of a doctor, with the same effects as if the doctor had entered it.
 * @throws {Problem} 404 if the account is no doctor's, 409 if it is closed: its patients were asked to choose another
 * doctor; `invalid` as `planAbsence`
 */
export const enterAbsence = async (
  parts: Parts,
  id: string,
  { reason, reference, ...plan }: EnterAbsence,
): Promise<Done> => {
  await doctorAccount(parts, id);
  const { deactivatedAt } = await accountById(parts.tx, id, true);
  if (deactivatedAt) throw new Problem('not_allowed_now');
  const { from, to, deputy } = await planAbsence(actingFor(parts, id), plan);
  const detail = { reason, ...(reference && { reference }), from, to, ...(deputy && { deputy: deputy.id }) };
  return {
    shown: await finish(parts, id, 'absence'),
    record: { action: 'doctor.absence', result: 'allowed', subjectId: id, detail },
  };
};

/**
 * Ends an absence of a doctor, whoever entered it.
 * @throws {Problem} 404 if there is none, 409 if it is over
 */
export const endAbsenceFor = async (
  parts: Parts,
  id: string,
  { reason, reference }: EndConsoleAbsence,
): Promise<Done> => {
  const { tx, now } = parts;
  const [absence] = await tx
    .select()
    .from(absences)
    .where(and(eq(absences.id, id), isNull(absences.cancelledAt)))
    .for('no key update');
  if (!absence) throw new Problem('not_found');
  const { doctorId, startsOn, endsOn } = absence;
  if (endsOn < dayOf(now)) throw new Problem('not_allowed_now');
  await endAbsence(actingFor(parts, doctorId), absence);
  const detail = { reason, ...(reference && { reference }), from: startsOn, to: endsOn };
  return {
    shown: await finish(parts, doctorId, 'absence_ended'),
    record: { action: 'doctor.absence_end', result: 'allowed', subjectId: doctorId, detail },
  };
};
