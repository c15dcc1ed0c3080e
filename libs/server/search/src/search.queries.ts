import type { SearchHit } from '@konsil/contracts/search';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { holdUnopened } from '@konsil/server-domain/sendings/opened';
import { cases, doctorPatients, patients } from '@konsil/server-domain/schema';
import type { Work } from '@konsil/server-domain/http/work';
import { archiveColumn, inArchive, readableCases } from '@konsil/server-domain/cases/case-scope';
import { caseNames } from '@konsil/server-domain/cases/case-texts';
import { hasSharedCase, lastActivity } from '@konsil/server-patients/patient-list.queries';
import { nameOf, openNames, patientNames } from '@konsil/server-domain/patients/patient-record';
import { representedAccountId, isOn } from '@konsil/server-domain/access/sides';
import { foundBy } from '@konsil/server-domain/search/search-words';

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
  }));
};

const findCases = async ({ tx, actor, kernel: { vault } }: Work, typed: string): Promise<SearchHit[]> => {
  const found = foundBy(vault, cases.search, typed) ?? inArchive(archiveColumn(actor), 'false');
  const rows = await tx
    .select()
    .from(cases)
    .where(and(readableCases(actor), found))
    .orderBy(desc(cases.lastActivityAt))
    .limit(mostOfAKind);
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
  }));
};

/** Patients and cases by name, date of birth or case name; recent ones before anything is typed. */
export const search = async (work: Work, typed = ''): Promise<SearchHit[]> => {
  const { tx, actor } = work;
  await holdUnopened(tx, actor);
  const hits = [...(await findPatients(work, typed)), ...(await findCases(work, typed))];
  return hits;
};
