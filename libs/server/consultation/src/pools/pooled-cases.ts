import type { Page } from '@konsil/contracts/common';
import { matchesWords } from '@konsil/contracts/fold';
import { fullName } from '@konsil/contracts/full-name';
import type { Pool, PooledCase, PooledCasePage } from '@konsil/contracts/pools';
import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm';
import type { CaseRow, PooledRow } from '@konsil/server-domain/access/loaders';
import { asColleague } from '@konsil/server-domain/access/colleagues';
import { clinicsWithPool, doctorsOfPools, findsCase } from '@konsil/server-domain/access/pools';
import { doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import { openCase } from '@konsil/server-domain/cases/case-texts';
import { doctorOf } from '@konsil/server-domain/doctors/doctors.queries';
import type { Work } from '@konsil/server-domain/kernel/work';
import { nameOf, patientNames } from '@konsil/server-domain/patients/patient-record';
import { casePools, cases, clinicDoctors, clinics, doctors } from '@konsil/server-domain/schema';
import type { Reading } from '@konsil/server-documents/document-view';
import { iso } from '@konsil/server-platform/clock';
import { pageSize, sliceSortedPage } from '@konsil/server-platform/http/cursors';
import { summarize } from '../cases/case-summary.ts';
import { readableCase } from '../cases/readable-case.ts';

/** SQL: the cases that a doctor finds in the pool of a clinic now. Needs the tables of `findsCase`. */
const isFound = ({ tx, actor }: Work, clinicIds: readonly string[]) =>
  and(findsCase(tx, actor.accountId), isNull(casePools.endedAt), inArray(clinics.id, [...clinicIds]));

/** The cases in the pool of a clinic, those that wait longest first. */
const found = (work: Work, clinicId: string) =>
  work.tx
    .select({ stay: casePools, theCase: cases, doctor: doctors })
    .from(clinicDoctors)
    .innerJoin(clinics, eq(clinics.id, clinicDoctors.clinicId))
    .innerJoin(casePools, eq(casePools.clinicId, clinics.id))
    .innerJoin(cases, eq(cases.id, casePools.caseId))
    .innerJoin(doctors, eq(doctors.accountId, casePools.putBy))
    .where(isFound(work, [clinicId]))
    .orderBy(asc(cases.answerDueOn), asc(casePools.putAt), asc(casePools.id));

const countFound = async (work: Work, clinicIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const rows = await work.tx
    .select({ id: clinics.id, cases: count() })
    .from(clinicDoctors)
    .innerJoin(clinics, eq(clinics.id, clinicDoctors.clinicId))
    .innerJoin(casePools, eq(casePools.clinicId, clinics.id))
    .innerJoin(cases, eq(cases.id, casePools.caseId))
    .where(isFound(work, clinicIds))
    .groupBy(clinics.id);
  return new Map(rows.map((row) => [row.id, row.cases]));
};

/** The clinics of the caller that take cases together. */
export const listPools = async (work: Work): Promise<Pool[]> => {
  const own = await clinicsWithPool(work.tx, work.actor.accountId);
  if (own.length === 0) return [];
  const counts = await countFound(
    work,
    own.map(({ id }) => id),
  );
  return own.map(({ id, name, others }) => ({
    id,
    name,
    cases: counts.get(id) ?? 0,
    colleagues: others.map((doctor) => ({
      id: doctor.accountId,
      name: doctorName(doctor),
      specialty: doctor.specialty,
    })),
  }));
};

/** A clinic of the caller that takes cases together; null for another one. */
export const findPool = async (tx: Work['tx'], accountId: string, id: string): Promise<{ clinicId: string } | null> => {
  const [own] = await doctorsOfPools(tx, and(eq(clinicDoctors.doctorId, accountId), eq(clinicDoctors.clinicId, id)));
  return own ? { clinicId: own.clinicId } : null;
};

/** One page of the cases in the pool of a clinic; a search finds names of patients and cases. */
export const listPooledCases = async (
  work: Work,
  clinicId: string,
  {
    search = '',
    cursor,
    limit,
  }: { search?: string | undefined; cursor?: string | undefined; limit?: string | undefined },
): Promise<Page<PooledCase>> => {
  const {
    tx,
    actor,
    now,
    kernel: { vault },
  } = work;
  const rows = await found(work, clinicId);
  const names = await patientNames(
    tx,
    vault,
    rows.map(({ theCase }) => theCase.patientId),
  );
  const named = await Promise.all(
    rows.map(async (row) => ({
      ...row,
      id: row.stay.id,
      words: `${fullName(nameOf(names, row.theCase.patientId))} ${(await openCase(tx, vault, row.theCase)).case_name}`,
    })),
  );
  const matching = named.filter(({ words }) => matchesWords(words, search));
  const page = sliceSortedPage(vault, 'pool', matching, cursor, pageSize(limit));
  const shown = await summarize(
    { ...work, actor: await asColleague(tx, actor, undefined, now) },
    page.rows.map(({ theCase }) => theCase),
  );
  return {
    items: page.rows.flatMap(({ stay, doctor }, index) => {
      const summary = shown[index];
      return summary
        ? {
            id: stay.id,
            case: summary,
            put_by: doctorName(doctor),
            put_at: iso(stay.putAt),
            mine: summary.doctor.id === actor.accountId,
          }
        : [];
    }),
    next_cursor: page.next_cursor,
    total: matching.length,
  };
};

/** A case in a pool, for the doctors of the clinic. Nothing counts as opened by its doctor. */
export const showPooledCase = async (
  work: Work & Reading,
  stay: PooledRow,
  theCase: CaseRow,
): Promise<PooledCasePage> => {
  const {
    tx,
    kernel: { vault },
  } = work;
  const [clinic] = await tx
    .select({ id: clinics.id, name: clinics.name })
    .from(clinics)
    .where(eq(clinics.id, stay.clinicId));
  if (!clinic) throw new Error('The clinic of a pool is missing.');
  return {
    id: stay.id,
    case_name: (await openCase(tx, vault, theCase)).case_name,
    patient: nameOf(await patientNames(tx, vault, [theCase.patientId]), theCase.patientId),
    clinic,
    put_by: doctorName(await doctorOf(tx, stay.putBy)),
    put_at: iso(stay.putAt),
    ...(theCase.doctorId === work.actor.accountId && { mine_case_id: theCase.id }),
    answer_due_on: theCase.answerDueOn,
    ...(await readableCase(work, theCase)),
  };
};
