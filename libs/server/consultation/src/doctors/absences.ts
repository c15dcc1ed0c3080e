import type { Absence, PlanAbsence } from '@konsil/contracts/absences';
import { and, asc, count, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '@konsil/server-domain/access/access';
import type { ActingAccount } from '@konsil/server-domain/access/sides';
import { accountById } from '@konsil/server-domain/accounts/accounts.queries';
import { addDays, dayOf, movedDueDay } from '@konsil/server-domain/calendar/working-days';
import { absencesOf, toAway, withDeputies, type AbsenceRow } from '@konsil/server-domain/doctors/absences';
import { lockDoctor } from '@konsil/server-domain/doctors/doctors.queries';
import type { Work } from '@konsil/server-domain/kernel/work';
import { absences, casePeople, cases } from '@konsil/server-domain/schema';
import { record } from '@konsil/server-domain/steps/record';
import type { Tx } from '@konsil/server-platform/database/client';
import { invalid } from '@konsil/server-platform/http/problems';
import { isLate } from '../cases/case-list.queries.ts';
import { changeCase } from '../cases/cases.queries.ts';
import { endDeputiesOfAbsence, endDeputyOnDays, nameDeputy } from '../deputies/deputies.ts';

/** `actor` is the doctor who is away; with the role `system`, an operator enters it for them. */
export type AbsenceWork = Omit<Work, 'actor'> & { actor: ActingAccount };

const showAbsences = async (tx: Tx, rows: readonly AbsenceRow[]): Promise<Absence[]> => {
  const shown = await withDeputies(tx, rows);
  return rows.map((row) => ({ id: row.id, ...(shown.get(row.id) ?? toAway(row)) }));
};

/**
 * The chosen deputy, who must be in the directory and not absent on these days.
 * @throws {Problem} `invalid` otherwise
 */
const deputyFor = async (
  { tx, actor, now }: AbsenceWork,
  { from, to, deputy: id }: PlanAbsence,
): Promise<string | null> => {
  if (!id) return null;
  const deputy = id === actor.accountId ? undefined : await lockDoctor(tx, id);
  if (!deputy) throw invalid({ path: 'deputy', code: 'doctorMissing' });
  const theirs = await absencesOf(tx, [deputy.accountId], dayOf(now));
  if (theirs.some(({ startsOn, endsOn }) => startsOn <= to && from <= endsOn))
    throw invalid({ path: 'deputy', code: 'deputyAway' });
  return deputy.accountId;
};

export const listAbsences = async ({ tx, actor, now }: AbsenceWork): Promise<Absence[]> =>
  showAbsences(tx, await absencesOf(tx, [actor.accountId], dayOf(now)));

/** SQL: the open cases of a doctor. */
const isOpenWith = (doctorId: string): SQL | undefined =>
  and(eq(cases.doctorId, doctorId), isNotNull(cases.sharedAt), inArray(cases.status, ['with_doctor', 'with_patient']));

/** Open cases of a doctor, locked in the order of all who lock several. */
const openCases = ({ tx, actor }: AbsenceWork) =>
  tx.select().from(cases).where(isOpenWith(actor.accountId)).orderBy(asc(cases.id)).for('no key update');

/** The open cases whose patients an absence of the doctor concerns, and those of them that are late: numbers only. */
export const countOpenCases = async (
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  doctorId: string,
): Promise<{ open: number; overdue: number }> => {
  const [row] = await tx
    .select({
      open: count(),
      overdue: sql<number>`(count(*) filter (where ${and(eq(cases.status, 'with_doctor'), isLate(now))}))::int`,
    })
    .from(cases)
    .where(isOpenWith(doctorId));
  return row ?? { open: 0, overdue: 0 };
};

/** Numbers of open cases by absence: whose patients agreed to its deputy, and whose have not decided. */
export const countDecisions = async (
  { tx }: Pick<Work, 'tx'>,
  doctorId: string,
): Promise<ReadonlyMap<string, { agreed: number; asked: number }>> => {
  const rows = await tx
    .select({
      absenceId: casePeople.absenceId,
      agreed: sql<number>`count(${casePeople.consentedAt})::int`,
      all: count(),
    })
    .from(casePeople)
    .innerJoin(cases, eq(cases.id, casePeople.caseId))
    .where(
      and(
        isOpenWith(doctorId),
        eq(casePeople.kind, 'deputy'),
        isNull(casePeople.endedAt),
        isNotNull(casePeople.absenceId),
      ),
    )
    .groupBy(casePeople.absenceId);
  return new Map(rows.map(({ absenceId, agreed, all }) => [absenceId ?? '', { agreed, asked: all - agreed }]));
};

/**
 * Plans an absence: promised days move (`movedDueDay`), every patient with an open case is told, once, and the doctor
 * stands in for nobody on these days. Locks the account first, as `leaveCases` does, so that a case sent meanwhile
 * counts with the absence.
 * @throws {Problem} `invalid` if the doctor is away already on one of the days, or for a deputy who is not available
 */
export const planAbsence = async (work: AbsenceWork, plan: PlanAbsence): Promise<Absence> => {
  const { from, to } = plan;
  const { tx, actor, now } = work;
  await accountById(tx, actor.accountId, true);
  const today = dayOf(now);
  const others = await absencesOf(tx, [actor.accountId], today);
  if (others.some(({ startsOn, endsOn }) => startsOn <= to && from <= endsOn))
    throw invalid({ path: 'from', code: 'absenceOverlaps' });
  const [absence] = await tx
    .insert(absences)
    .values({
      doctorId: actor.accountId,
      startsOn: from,
      endsOn: to,
      deputyId: await deputyFor(work, plan),
      createdAt: now,
    })
    .returning();
  if (!absence) throw new Error('The absence was not stored.');
  await endDeputyOnDays(work, plan);
  const otherDays = others.map(toAway);
  const told = new Set<string>();
  for (const theCase of await openCases(work)) {
    const { status, answerDueOn: due, lastRequestAt, accountId } = theCase;
    const isPromised = status === 'with_doctor' && due && lastRequestAt;
    const moved = isPromised ? movedDueDay({ sentOn: dayOf(lastRequestAt), due }, { from, to }, otherDays, today) : due;
    const row = moved === due ? theCase : await changeCase(work, theCase, { answerDueOn: moved });
    const tells = !told.has(accountId);
    const asks = absence.deputyId !== null;
    await record(work, { step: 'doctor_away', theCase: row, absenceId: absence.id, tells: tells && !asks });
    await nameDeputy(work, row, absence, tells);
    told.add(accountId);
  }
  const [shown] = await showAbsences(tx, [absence]);
  if (!shown) throw new Error('The absence is missing.');
  return shown;
};

/** An absence of the caller that is not over. */
export const ownAbsence = async (
  tx: Tx,
  { accountId }: Actor,
  id: string,
): Promise<{ theAbsence: AbsenceRow } | null> => {
  const [theAbsence] = await tx
    .select()
    .from(absences)
    .where(and(eq(absences.id, id), eq(absences.doctorId, accountId), isNull(absences.cancelledAt)))
    .for('no key update');
  return theAbsence ? { theAbsence } : null;
};

/** Ends an absence: yesterday was its last day, or it never was. Its deputies end; promised days stay where they moved to. */
export const endAbsence = async (work: AbsenceWork, absence: AbsenceRow): Promise<void> => {
  const { tx, now } = work;
  const { id, startsOn, endsOn } = absence;
  const today = dayOf(now);
  if (endsOn < today) return;
  await tx
    .update(absences)
    .set(startsOn < today ? { endsOn: addDays(today, -1) } : { cancelledAt: now })
    .where(eq(absences.id, id));
  await endDeputiesOfAbsence(work, absence);
};
