import type { AskSecondLook } from '@konsil/contracts/second-looks';
import { secondLookDays, type SecondLookState } from '@konsil/contracts/second-look-states';
import type { SecondLook } from '@konsil/contracts/second-look-schema';
import { and, eq, isNull, or } from 'drizzle-orm';
import type { CaseRow, SecondLookRow } from '@konsil/server-domain/access/loaders';
import { representedAccountId, isOn } from '@konsil/server-domain/access/sides';
import { doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import { consentTextVersion } from '@konsil/server-domain/accounts/legal-texts';
import { addDays, dayOf } from '@konsil/server-domain/calendar/working-days';
import { doctorOf, lockDoctor } from '@konsil/server-domain/doctors/doctors.queries';
import type { SystemWork, Work } from '@konsil/server-domain/kernel/work';
import { casePeople, cases, consents } from '@konsil/server-domain/schema';
import { secondLookTexts } from '@konsil/server-domain/sealed/second-look';
import { record } from '@konsil/server-domain/steps/record';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import { invalid, Problem } from '@konsil/server-platform/http/problems';

type Times = Pick<SecondLookRow, 'consentedAt' | 'refusedAt' | 'answeredAt' | 'endedAt' | 'endsOn'>;

/** The state on a day; a second look whose last day is over has ended. */
export const stateOfLook = (
  { consentedAt, refusedAt, answeredAt, endedAt, endsOn }: Times,
  today: string,
): SecondLookState => {
  if (refusedAt) return 'refused';
  if (answeredAt) return 'answered';
  if (endedAt) return 'ended';
  if (!consentedAt) return 'asked';
  return endsOn && endsOn >= today ? 'open' : 'ended';
};

const isCurrent = (row: Times, today: string): boolean => ['asked', 'open'].includes(stateOfLook(row, today));

/** A second look for the people of its case. `withTexts`: what the doctors wrote to each other. */
const showLook = async (
  { tx, now, kernel: { vault } }: Work,
  theCase: Pick<CaseRow, 'patientId'>,
  row: SecondLookRow,
  withTexts: boolean,
): Promise<SecondLook> => {
  const reader = await doctorOf(tx, row.accountId);
  return {
    id: row.id,
    state: stateOfLook(row, dayOf(now)),
    reader: { name: doctorName(reader), specialty: reader.specialty, city: reader.city },
    asked_by: doctorName(await doctorOf(tx, row.askedBy)),
    asked_at: iso(row.askedAt),
    until: row.endsOn,
    answered_at: isoOrNull(row.answeredAt),
    ...(withTexts && (await vault.open(tx, theCase.patientId, secondLookTexts, row.sealed))),
  };
};

/**
 * The second looks among the people of a case: all of them for the patient, and for a doctor those that they asked for.
 * The patient reads the doctors' texts in the export, not on the page: a colleague answers the doctor, not the patient.
 */
export const showLooks = (
  work: Work,
  theCase: CaseRow,
  people: readonly SecondLookRow[],
  withTexts = isOn(work.actor, 'doctor'),
): Promise<SecondLook[]> => {
  const isShown = ({ kind, askedBy }: SecondLookRow) =>
    kind === 'second_reader' && (!isOn(work.actor, 'doctor') || askedBy === representedAccountId(work.actor));
  return Promise.all(people.filter(isShown).map((row) => showLook(work, theCase, row, withTexts)));
};

/** Changes columns of a locked second look; its end ends the patient's consent. */
const changeLook = async (
  { tx }: Pick<Work, 'tx'>,
  id: string,
  changes: Partial<SecondLookRow>,
): Promise<SecondLookRow> => {
  const [row] = await tx.update(casePeople).set(changes).where(eq(casePeople.id, id)).returning();
  if (!row) throw new Error('The second look is missing.');
  if (row.endedAt)
    await tx
      .update(consents)
      .set({ withdrawnAt: row.endedAt })
      .where(
        and(
          eq(consents.kind, 'second_look'),
          eq(consents.caseId, row.caseId),
          eq(consents.doctorId, row.accountId),
          isNull(consents.withdrawnAt),
        ),
      );
  return row;
};

/**
 * The doctor asks a colleague, who sees nothing before the patient agrees. One at a time in a case.
 * @throws {Problem} `invalid` if the colleague cannot be asked; `not_allowed_now` while another one is asked
 */
export const askSecondLook = async (
  work: Work,
  theCase: CaseRow,
  { colleague, question }: AskSecondLook,
): Promise<SecondLook> => {
  const {
    tx,
    actor,
    now,
    kernel: { vault },
  } = work;
  const reader = colleague === actor.accountId ? undefined : await lockDoctor(tx, colleague);
  if (!reader || reader.accountId === theCase.doctorId) throw invalid({ path: 'colleague', code: 'doctorMissing' });
  const today = dayOf(now);
  const open = await tx
    .select()
    .from(casePeople)
    .where(and(eq(casePeople.caseId, theCase.id), eq(casePeople.kind, 'second_reader'), isNull(casePeople.endedAt)));
  if (open.some((row) => isCurrent(row, today))) throw new Problem('not_allowed_now');
  for (const { id } of open) await changeLook(work, id, { endedAt: now });
  const [row] = await tx
    .insert(casePeople)
    .values({
      caseId: theCase.id,
      accountId: reader.accountId,
      side: 'doctor',
      kind: 'second_reader',
      askedBy: theCase.doctorId,
      askedAt: now,
      sealed: await vault.seal(tx, theCase.patientId, secondLookTexts, { question, answer: null }),
    })
    .returning();
  if (!row) throw new Error('The second look was not stored.');
  await record(work, { step: 'second_look_asked', theCase, lookId: row.id, readerId: row.accountId });
  return showLook(work, theCase, row, true);
};

/**
 * The patient agrees or refuses.
 * @throws {Problem} `not_allowed_now` if the decision is no longer pending
 */
export const decideSecondLook = async (
  work: Work,
  theCase: CaseRow,
  theLook: SecondLookRow,
  agrees: boolean,
): Promise<SecondLook> => {
  const {
    tx,
    now,
    kernel: { env },
  } = work;
  const today = dayOf(now);
  if (stateOfLook(theLook, today) !== 'asked') throw new Problem('not_allowed_now');
  // The colleague may have left meanwhile: nobody agrees to what cannot happen.
  if (agrees && !(await lockDoctor(tx, theLook.accountId))) throw new Problem('doctor_unavailable');
  const row = await changeLook(
    work,
    theLook.id,
    agrees ? { consentedAt: now, endsOn: addDays(today, secondLookDays) } : { refusedAt: now, endedAt: now },
  );
  if (agrees)
    await tx.insert(consents).values({
      accountId: theCase.accountId,
      kind: 'second_look',
      caseId: theCase.id,
      doctorId: row.accountId,
      givenAt: now,
      textVersion: await consentTextVersion(tx, env, 'second_look', now),
    });
  const step = agrees ? 'second_look_agreed' : 'second_look_refused';
  await record(work, { step, theCase, lookId: row.id, readerId: row.accountId });
  return showLook(work, theCase, row, false);
};

/** The step that ends a second look; the colleague is told only if the patient had agreed. */
const ended = (theCase: CaseRow, { id, accountId, consentedAt }: SecondLookRow) => ({
  step: 'second_look_ended' as const,
  theCase,
  lookId: id,
  readerId: consentedAt && accountId,
});

/** Ends a second look, or the question to the patient about it. One that has ended stays unchanged. */
export const endSecondLook = async (work: Work, theCase: CaseRow, theLook: SecondLookRow): Promise<SecondLook> => {
  const isDoctor = isOn(work.actor, 'doctor');
  if (theLook.endedAt) return showLook(work, theCase, theLook, isDoctor);
  const row = await changeLook(work, theLook.id, { endedAt: work.now });
  await record(work, ended(theCase, row));
  return showLook(work, theCase, row, isDoctor);
};

/** Ends the second look that a consent was for. The case is locked. */
export const endLookOfConsent = async (work: Work, theCase: CaseRow, readerId: string): Promise<void> => {
  const [theLook] = await work.tx
    .select()
    .from(casePeople)
    .where(
      and(
        eq(casePeople.caseId, theCase.id),
        eq(casePeople.kind, 'second_reader'),
        eq(casePeople.accountId, readerId),
        isNull(casePeople.endedAt),
      ),
    )
    .for('no key update');
  if (theLook) await endSecondLook(work, theCase, theLook);
};

/** The colleague answers the doctor who asked, which ends their access. */
export const answerSecondLook = async (
  work: Work,
  theCase: CaseRow,
  theLook: SecondLookRow,
  answer: string,
): Promise<void> => {
  const {
    tx,
    now,
    kernel: { vault },
  } = work;
  const { question } = await vault.open(tx, theCase.patientId, secondLookTexts, theLook.sealed);
  // Recorded first: after the change, row security hides the case from the colleague.
  await record(work, { step: 'second_look_answered', theCase, lookId: theLook.id, readerId: theLook.accountId });
  await changeLook(work, theLook.id, {
    answeredAt: now,
    endedAt: now,
    sealed: await vault.seal(tx, theCase.patientId, secondLookTexts, { question, answer }),
  });
};

/** Ends the second looks that a leaving doctor was asked for, or asked for. */
export const endLooksOf = async (work: SystemWork, doctorId: string): Promise<void> => {
  const rows = await work.tx
    .select({ theLook: casePeople, theCase: cases })
    .from(casePeople)
    .innerJoin(cases, eq(cases.id, casePeople.caseId))
    .where(
      and(
        eq(casePeople.kind, 'second_reader'),
        isNull(casePeople.endedAt),
        or(eq(casePeople.accountId, doctorId), eq(casePeople.askedBy, doctorId)),
      ),
    )
    .orderBy(casePeople.id)
    .for('no key update', { of: casePeople });
  const leaving = { ...work, actor: { accountId: doctorId, role: 'system' as const } };
  for (const { theLook, theCase } of rows) {
    await changeLook(work, theLook.id, { endedAt: work.now });
    await record(leaving, ended(theCase, theLook));
  }
};
