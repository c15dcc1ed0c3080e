import type { Away } from '@konsil/contracts/away';
import type { DeputyCase } from '@konsil/contracts/deputy-cases';
import type { Deputy, DeputyState } from '@konsil/contracts/deputy-states';
import { and, asc, eq, exists, gte, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { isOpenDeputy } from '@konsil/server-domain/access/colleagues';
import type { CaseRow, DeputyRow } from '@konsil/server-domain/access/loaders';
import type { ActingAccount } from '@konsil/server-domain/access/sides';
import { accountById, doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import { freeOfHolds } from '@konsil/server-domain/accounts/legal-hold';
import { consentTextVersion } from '@konsil/server-domain/accounts/legal-texts';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { withAllRows } from '@konsil/server-domain/database/roles';
import { absencesOf, type AbsenceRow } from '@konsil/server-domain/doctors/absences';
import { doctorOf, findStaying, lockDoctor } from '@konsil/server-domain/doctors/doctors.queries';
import type { SystemWork, Work } from '@konsil/server-domain/kernel/work';
import { dayInWords } from '@konsil/server-domain/names/moments';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { absences, caseEvents, casePeople, cases, consents, drafts } from '@konsil/server-domain/schema';
import { secondLookTexts } from '@konsil/server-domain/sealed/second-look';
import { record } from '@konsil/server-domain/steps/record';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import { summarize } from '../cases/case-summary.ts';

/** A deputyship also ends without its people: the portal acts as `system`. */
type DeputyWork = Omit<Work, 'actor'> & { actor: ActingAccount };
type Times = Pick<DeputyRow, 'consentedAt' | 'refusedAt' | 'endedAt' | 'startsOn' | 'endsOn'>;

/** The state on a day; after the last day it has ended. */
export const stateOfDeputy = (
  { consentedAt, refusedAt, endedAt, startsOn, endsOn }: Times,
  today: string,
): DeputyState => {
  if (refusedAt) return 'refused';
  if (endedAt || !startsOn || !endsOn || endsOn < today) return 'ended';
  if (!consentedAt) return 'asked';
  return startsOn <= today ? 'open' : 'agreed';
};

const showDeputy = async (
  { tx, actor, now }: Pick<DeputyWork, 'tx' | 'actor' | 'now'>,
  row: DeputyRow,
): Promise<Deputy> => {
  if (!row.startsOn || !row.endsOn) throw new Error('A deputy has no days.');
  const deputy = await doctorOf(tx, row.accountId);
  return {
    id: row.id,
    state: stateOfDeputy(row, dayOf(now)),
    deputy: { name: doctorName(deputy), specialty: deputy.specialty, city: deputy.city },
    doctor: doctorName(await doctorOf(tx, row.askedBy)),
    from: row.startsOn,
    until: row.endsOn,
    mine: row.accountId === actor.accountId,
  };
};

const ofCase = (theCase: Pick<CaseRow, 'id'>) => and(eq(casePeople.caseId, theCase.id), eq(casePeople.kind, 'deputy'));

/** The deputies among the people of a case. */
export const showDeputies = (work: Work, people: readonly DeputyRow[]): Promise<Deputy[]> =>
  Promise.all(people.filter(({ kind }) => kind === 'deputy').map((row) => showDeputy(work, row)));

/** The cases in which the calling doctor stands in now, those that wait longest first. */
export const listDeputyCases = async (work: Work): Promise<DeputyCase[]> => {
  const { tx, actor, now } = work;
  const rows = await tx
    .select({ theDeputy: casePeople, theCase: cases })
    .from(casePeople)
    .innerJoin(cases, eq(cases.id, casePeople.caseId))
    .where(and(eq(casePeople.accountId, actor.accountId), isOpenDeputy(tx, now)))
    .orderBy(asc(cases.answerDueOn), asc(cases.id));
  const shown = await summarize(
    work,
    rows.map(({ theCase }) => theCase),
  );
  return Promise.all(
    rows.flatMap(({ theDeputy }, index) => {
      const summary = shown[index];
      return summary ? [showDeputy(work, theDeputy).then((deputy) => ({ case: summary, deputy }))] : [];
    }),
  );
};

/** The active consent to a deputy for this absence, matched by its time, because each absence has its own. */
const itsConsent = ({ caseId, accountId, consentedAt }: DeputyRow): SQL | undefined =>
  and(
    eq(consents.kind, 'deputy'),
    eq(consents.caseId, caseId),
    eq(consents.doctorId, accountId),
    isNull(consents.withdrawnAt),
    consentedAt ? eq(consents.givenAt, consentedAt) : sql`false`,
  );

/** Changes columns of a locked row; its end ends the patient's consent. */
const change = async ({ tx }: Pick<Work, 'tx'>, id: string, changes: Partial<DeputyRow>): Promise<DeputyRow> => {
  const [row] = await tx.update(casePeople).set(changes).where(eq(casePeople.id, id)).returning();
  if (!row) throw new Error('The deputy is missing.');
  if (!row.endedAt) return row;
  await tx.update(consents).set({ withdrawnAt: row.endedAt }).where(itsConsent(row));
  return row;
};

/** A deputy's drafts go with the right to send them. */
const dropDrafts = (tx: Work['tx'], { accountId, caseId }: DeputyRow, only?: SQL) =>
  tx.delete(drafts).where(and(eq(drafts.accountId, accountId), eq(drafts.caseId, caseId), only));

/** The deputies of a case that have not ended, locked. */
const currentRows = ({ tx }: Pick<Work, 'tx'>, theCase: CaseRow): Promise<DeputyRow[]> =>
  tx
    .select()
    .from(casePeople)
    .where(and(ofCase(theCase), isNull(casePeople.endedAt)))
    .orderBy(casePeople.id)
    .for('no key update');

type Named = AbsenceRow & { deputyId: string };
const isNamed = (absence: AbsenceRow): absence is Named => absence.deputyId !== null;

/** The question to the patient, who decides in the case. The case is locked. */
const ask = async (
  work: DeputyWork,
  theCase: CaseRow,
  { id, deputyId, startsOn, endsOn }: Named,
): Promise<DeputyRow> => {
  const {
    tx,
    now,
    kernel: { vault },
  } = work;
  const [row] = await tx
    .insert(casePeople)
    .values({
      caseId: theCase.id,
      accountId: deputyId,
      side: 'doctor',
      kind: 'deputy',
      askedBy: theCase.doctorId,
      askedAt: now,
      absenceId: id,
      startsOn,
      endsOn,
      sealed: await vault.seal(tx, theCase.patientId, secondLookTexts, { question: '', answer: null }),
    })
    .returning();
  if (!row) throw new Error('The deputy was not stored.');
  return row;
};

/**
 * Asks the patient of an open case for consent to the deputy of a planned absence.
 * @param tells whether the patient gets an email
 */
export const nameDeputy = async (
  work: DeputyWork,
  theCase: CaseRow,
  absence: AbsenceRow,
  tells: boolean,
): Promise<void> => {
  if (!isNamed(absence)) return;
  const row = await ask(work, theCase, absence);
  await record(work, { step: 'deputy_asked', theCase, rowId: row.id, deputyId: row.accountId, tells });
};

/**
 * SQL: true if a person refused or ended the deputyship, rather than it ending with the sharing or a withdrawn request.
 */
const wasDecided = (tx: Work['tx']): SQL | undefined =>
  or(
    isNotNull(casePeople.refusedAt),
    exists(
      tx
        .select({ one: sql`1` })
        .from(caseEvents)
        .where(and(eq(caseEvents.refId, casePeople.id), eq(caseEvents.kind, 'deputy_ended'))),
    ),
  );

const agree = async (work: Work, theCase: CaseRow, { id }: DeputyRow): Promise<DeputyRow> => {
  const {
    tx,
    now,
    kernel: { env },
  } = work;
  const row = await change(work, id, { consentedAt: now });
  await tx.insert(consents).values({
    accountId: theCase.accountId,
    kind: 'deputy',
    caseId: theCase.id,
    doctorId: row.accountId,
    givenAt: now,
    textVersion: await consentTextVersion(tx, env, 'deputy', now),
  });
  await record(work, { step: 'deputy_agreed', theCase, rowId: id, deputyId: row.accountId });
  return row;
};

/**
 * Asks the patient of a case about the deputies for its doctor's absences, present and future.
 * @param agreed the deputy to whom the patient agreed when sending
 * @throws {Problem} `invalid` if that is not the deputy any more, so that nobody else sees the case instead
 */
export const askDeputies = async (work: Work, theCase: CaseRow, agreed?: string): Promise<void> => {
  const { tx, now } = work;
  const rows = await currentRows(work, theCase);
  const named = (await absencesOf(tx, [theCase.doctorId], dayOf(now))).filter(isNamed);
  const asked: DeputyRow[] = [];
  for (const absence of named) {
    if (!(await findStaying(tx, absence.deputyId))) continue;
    const known = rows.find(({ absenceId }) => absenceId === absence.id);
    const decided = await tx.$count(
      casePeople,
      and(ofCase(theCase), eq(casePeople.absenceId, absence.id), wasDecided(tx)),
    );
    // A patient who refused or ended it is not asked again, but may agree with a sending.
    if (known) asked.push(known);
    else if (decided === 0 || agreed === absence.deputyId) asked.push(await ask(work, theCase, absence));
  }
  if (agreed === undefined) return;
  // The next absence is the one that the page for sending names.
  const row = asked.find(({ accountId }) => accountId === agreed);
  if (!row || !(await lockDoctor(tx, agreed))) throw invalid({ path: 'deputy', code: 'doctorMissing' });
  if (!row.consentedAt) await agree(work, theCase, row);
};

/**
 * The patient agrees or refuses.
 * @throws {Problem} `not_allowed_now` if the decision is no longer pending
 */
export const decideDeputy = async (
  work: Work,
  theCase: CaseRow,
  theDeputy: DeputyRow,
  agrees: boolean,
): Promise<Deputy> => {
  const { tx, now } = work;
  if (stateOfDeputy(theDeputy, dayOf(now)) !== 'asked') throw new Problem('not_allowed_now');
  if (agrees && !(await lockDoctor(tx, theDeputy.accountId))) throw new Problem('doctor_unavailable');
  if (agrees) return showDeputy(work, await agree(work, theCase, theDeputy));
  const row = await change(work, theDeputy.id, { refusedAt: now, endedAt: now });
  await record(work, { step: 'deputy_refused', theCase, rowId: row.id, deputyId: row.accountId });
  return showDeputy(work, row);
};

/** The step that ends a deputyship; the deputy is told only if the patient had agreed. */
const ended = (theCase: CaseRow, { id, accountId, consentedAt }: DeputyRow) => ({
  step: 'deputy_ended' as const,
  theCase,
  rowId: id,
  deputyId: consentedAt && accountId,
});

/** Ends a deputyship, or the question to the patient about it. One that has ended stays unchanged. */
export const endDeputy = async (work: DeputyWork, theCase: CaseRow, theDeputy: DeputyRow): Promise<Deputy> => {
  if (theDeputy.endedAt) return showDeputy(work, theDeputy);
  const shown = await showDeputy(work, { ...theDeputy, endedAt: work.now });
  // Recorded first: after the change, row security hides the case from the deputy.
  await record(work, ended(theCase, theDeputy));
  await change(work, theDeputy.id, { endedAt: work.now });
  await withAllRows(work.tx, () => dropDrafts(work.tx, theDeputy));
  return shown;
};

/** Ends the deputyship that a withdrawn consent allowed. The case is locked. */
export const endDeputyOfConsent = async (
  work: Work,
  theCase: CaseRow,
  { doctorId, givenAt }: Pick<typeof consents.$inferSelect, 'doctorId' | 'givenAt'>,
): Promise<void> => {
  for (const row of await currentRows(work, theCase))
    if (row.accountId === doctorId && row.consentedAt?.getTime() === givenAt.getTime())
      await endDeputy(work, theCase, row);
};

/** A request is withdrawn with its consent: the deputy to whom the patient agreed with it waits for a decision again. */
export const withdrawDeputies = async ({ tx }: Work, theCase: CaseRow): Promise<void> => {
  for (const row of await currentRows({ tx }, theCase)) {
    const given = await tx.$count(consents, itsConsent(row));
    if (row.consentedAt && given === 0) await change({ tx }, row.id, { consentedAt: null });
  }
};

/** Ends all deputies of an absence that is over early, or cancelled. Its open cases are locked. */
export const endDeputiesOfAbsence = async (work: DeputyWork, { id }: AbsenceRow): Promise<void> => {
  const rows = await work.tx
    .select({ theDeputy: casePeople, theCase: cases })
    .from(casePeople)
    .innerJoin(cases, eq(cases.id, casePeople.caseId))
    .where(and(eq(casePeople.kind, 'deputy'), eq(casePeople.absenceId, id), isNull(casePeople.endedAt)))
    .orderBy(asc(cases.id), asc(casePeople.id))
    .for('no key update');
  for (const { theDeputy, theCase } of rows) await endDeputy(work, theCase, theDeputy);
};

/**
 * Removes the actor, who will be away, as the deputy of every absence that overlaps these days, and notifies the
 * doctors who named them.
 */
export const endDeputyOnDays = (work: DeputyWork, { from, to }: Pick<Away, 'from' | 'to'>): Promise<void> =>
  withAllRows(work.tx, async () => {
    const {
      tx,
      actor,
      now,
      kernel: { env, vault },
    } = work;
    const ended = await tx
      .update(absences)
      .set({ deputyId: null })
      .where(
        and(
          eq(absences.deputyId, actor.accountId),
          isNull(absences.cancelledAt),
          gte(absences.endsOn, dayOf(now)),
          gte(absences.endsOn, from),
          lte(absences.startsOn, to),
        ),
      )
      .returning();
    for (const absence of ended) {
      await endDeputiesOfAbsence(work, absence);
      const { id, email, locale } = await accountById(tx, absence.doctorId);
      await enqueueEmail(tx, vault, {
        to: email,
        locale,
        accountId: id,
        template: 'deputy_away',
        data: {
          deputy: doctorName(await doctorOf(tx, actor.accountId)),
          from: dayInWords(absence.startsOn, locale),
          to: dayInWords(absence.endsOn, locale),
          link: `${env.origins.doctor}/doctor/settings`,
        },
      });
    }
  });

/** Ends the deputyships of a leaving doctor, and those of the deputies named for this doctor. */
export const endDeputiesOf = async (work: SystemWork, doctorId: string): Promise<void> => {
  const { tx, now } = work;
  await tx.update(absences).set({ deputyId: null }).where(eq(absences.deputyId, doctorId));
  const rows = await tx
    .select({ theDeputy: casePeople, theCase: cases })
    .from(casePeople)
    .innerJoin(cases, eq(cases.id, casePeople.caseId))
    .where(
      and(
        eq(casePeople.kind, 'deputy'),
        isNull(casePeople.endedAt),
        or(eq(casePeople.accountId, doctorId), eq(casePeople.askedBy, doctorId)),
      ),
    )
    .orderBy(casePeople.id)
    .for('no key update', { of: casePeople });
  const leaving = { ...work, actor: { accountId: doctorId, role: 'system' as const } };
  for (const { theDeputy, theCase } of rows) {
    await record(leaving, ended(theCase, theDeputy));
    await change(work, theDeputy.id, { endedAt: now });
    await dropDrafts(tx, theDeputy);
  }
};

/**
 * Ends the deputyships whose last day has passed, and deletes the drafts of these deputies, unless a legal hold keeps
 * them. `isOpenDeputy` already denies them access.
 */
export const sweepDeputies = async (tx: SystemWork['tx'], now: Date): Promise<void> => {
  const rows = await tx
    .select()
    .from(casePeople)
    .where(
      and(
        eq(casePeople.kind, 'deputy'),
        isNull(casePeople.endedAt),
        isNotNull(casePeople.endsOn),
        lt(casePeople.endsOn, dayOf(now)),
      ),
    )
    .orderBy(casePeople.id)
    .for('no key update', { skipLocked: true });
  for (const row of rows) {
    await change({ tx }, row.id, { endedAt: now });
    await dropDrafts(tx, row, freeOfHolds(tx, drafts, now));
  }
};
