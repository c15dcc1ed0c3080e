import type { Absence, PlanAbsence } from '@konsil/contracts/absences';
import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Actor } from '@konsil/server-domain/access/access';
import { accountById } from '@konsil/server-domain/accounts/accounts.queries';
import { addDays, dayOf, movedDueDay } from '@konsil/server-domain/cases/working-days';
import { absencesOf, toAway, type AbsenceRow } from '@konsil/server-domain/doctors/absences';
import type { Work } from '@konsil/server-domain/http/work';
import { absences, cases } from '@konsil/server-domain/schema';
import { record } from '@konsil/server-domain/steps/record';
import type { Tx } from '@konsil/server-platform/database/client';
import { invalid } from '@konsil/server-platform/http/problems';
import { changeCase } from '../cases/cases.queries.ts';

const toAbsence = (row: AbsenceRow): Absence => ({ id: row.id, ...toAway(row) });

export const listAbsences = async ({ tx, actor, now }: Work): Promise<Absence[]> =>
  (await absencesOf(tx, [actor.accountId], dayOf(now))).map(toAbsence);

/** Open cases of a doctor, locked in the order of all who lock several. */
const openCases = ({ tx, actor }: Work) =>
  tx
    .select()
    .from(cases)
    .where(
      and(
        eq(cases.doctorId, actor.accountId),
        isNotNull(cases.sharedAt),
        inArray(cases.status, ['with_doctor', 'with_patient']),
      ),
    )
    .orderBy(asc(cases.id))
    .for('no key update');

/**
 * Plans an absence: promised days move (`movedDueDay`), and every patient with an open case is told, once. Locks the
 * account first, as `leaveCases` does, so that a case sent meanwhile counts with the absence.
 * @throws {Problem} `invalid` if the doctor is away already on one of the days
 */
export const planAbsence = async (work: Work, { from, to }: PlanAbsence): Promise<Absence> => {
  const { tx, actor, now } = work;
  await accountById(tx, actor.accountId, true);
  const today = dayOf(now);
  const others = await absencesOf(tx, [actor.accountId], today);
  if (others.some(({ startsOn, endsOn }) => startsOn <= to && from <= endsOn))
    throw invalid({ path: 'from', code: 'absenceOverlaps' });
  const [absence] = await tx
    .insert(absences)
    .values({ doctorId: actor.accountId, startsOn: from, endsOn: to, createdAt: now })
    .returning();
  if (!absence) throw new Error('The absence was not stored.');
  const away = [...others, absence].map(toAway);
  const told = new Set<string>();
  for (const theCase of await openCases(work)) {
    const { status, answerDueOn: due, lastRequestAt, accountId } = theCase;
    const isPromised = status === 'with_doctor' && due && lastRequestAt;
    const moved = isPromised ? movedDueDay({ sentOn: dayOf(lastRequestAt), due }, { from, to }, away, today) : due;
    const row = moved === due ? theCase : await changeCase(work, theCase, { answerDueOn: moved });
    await record(work, { step: 'doctor_away', theCase: row, absenceId: absence.id, tells: !told.has(accountId) });
    told.add(accountId);
  }
  return toAbsence(absence);
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

/** Ends an absence: yesterday was its last day, or it never was. Promised days stay where they moved to. */
export const endAbsence = async ({ tx, now }: Work, { id, startsOn, endsOn }: AbsenceRow): Promise<void> => {
  const today = dayOf(now);
  if (endsOn < today) return;
  await tx
    .update(absences)
    .set(startsOn < today ? { endsOn: addDays(today, -1) } : { cancelledAt: now })
    .where(eq(absences.id, id));
};
