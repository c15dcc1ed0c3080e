import { mostCasesFound, type SearchHit } from '@konsil/contracts/search';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { holdUnopened } from '@konsil/server-domain/sendings/opened';
import { cases, doctorPatients, patients } from '@konsil/server-domain/schema';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { archiveColumn, inArchive, readableCases } from '@konsil/server-domain/cases/case-scope';
import { caseNames } from '@konsil/server-domain/cases/case-texts';
import { hasSharedCase, lastActivity } from '@konsil/server-patients/patient-list.queries';
import { nameOf, openNames, patientNames } from '@konsil/server-domain/patients/patient-record';
import { representedAccountId, isOn } from '@konsil/server-domain/access/sides';
import { foundBy } from '@konsil/server-domain/search/search-words';
import { findTexts, noTexts, type TextsOfCase } from './text-search.ts';

const mostOfAKind = 10;

const findPatients = async ({ tx, actor, kernel: { vault } }: Work, typed: string): Promise<SearchHit[]> => {
  const found = foundBy(vault, patients.search, typed);
  const rows = isOn(actor, 'patient')
    ? await tx
        .select({ id: patients.id, sealed: patients.sealed })
        .from(patients)
        .where(and(eq(patients.accountId, representedAccountId(actor)), isNull(patients.archivedAt), found))
        .orderBy(desc(lastActivity(actor)))
        .limit(mostOfAKind)
    : await tx
        .select({ id: patients.id, sealed: patients.sealed })
        .from(doctorPatients)
        .innerJoin(patients, eq(patients.id, doctorPatients.patientId))
        .where(and(eq(doctorPatients.doctorId, representedAccountId(actor)), hasSharedCase(tx, actor), found))
        .orderBy(desc(doctorPatients.lastActivityAt))
        .limit(mostOfAKind);
  return (await openNames(tx, vault, rows)).map(({ id, name }) => ({
    kind: 'patient',
    id,
    patient: name,
    case_name: null,
    ...noTexts,
  }));
};

/** Cases by the names of case and patient, in order of their last activity. */
const casesByName = ({ tx, actor, kernel: { vault } }: Work, typed: string): Promise<CaseRow[]> =>
  tx
    .select()
    .from(cases)
    .where(and(readableCases(actor), foundBy(vault, cases.search, typed) ?? inArchive(archiveColumn(actor), 'false')))
    .orderBy(desc(cases.lastActivityAt))
    .limit(mostOfAKind);

/** Cases with a word in a text that have not been found by their names. */
const casesByText = async (
  { tx, actor }: Work,
  texts: ReadonlyMap<string, TextsOfCase>,
  byName: readonly CaseRow[],
): Promise<CaseRow[]> => {
  const others = [...texts.keys()]
    .filter((id) => byName.every((row) => row.id !== id))
    .slice(0, mostCasesFound - byName.length);
  if (others.length === 0) return [];
  return tx
    .select()
    .from(cases)
    .where(and(readableCases(actor), inArray(cases.id, others)))
    .orderBy(desc(cases.lastActivityAt));
};

const findCases = async (work: Work, typed: string): Promise<SearchHit[]> => {
  const {
    tx,
    kernel: { vault },
  } = work;
  const byName = await casesByName(work, typed);
  const texts = await findTexts(work, typed);
  const rows = [...byName, ...(await casesByText(work, texts, byName))];
  const names = await patientNames(
    tx,
    vault,
    rows.map((row) => row.patientId),
  );
  const titles = await caseNames(tx, vault, rows);
  return rows.map((row) => ({
    kind: 'case',
    id: row.id,
    patient: nameOf(names, row.patientId),
    case_name: titles.get(row.id) ?? '',
    ...(texts.get(row.id) ?? noTexts),
  }));
};

/**
 * Patients by name or date of birth; cases by name, patient, and the words of their texts. Recent ones before anything
 * is typed.
 */
export const search = async (work: Work, typed = ''): Promise<SearchHit[]> => {
  const { tx, actor } = work;
  await holdUnopened(tx, actor);
  const hits = [...(await findPatients(work, typed)), ...(await findCases(work, typed))];
  return hits;
};
