import type { Anamnesis } from '@konsil/contracts/anamnesis';
import { anamnesisTopics } from '@konsil/contracts/codes';
import { orNoList } from '@konsil/contracts/medication';
import type { PatientFields } from '@konsil/contracts/patients';
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { cases, messages, todos } from '../schema.ts';
import type { CaseRow } from '../access/loaders.ts';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { patientOf } from '../patients/patient-record.ts';
import { searchIndex } from '../search/search-words.ts';
import { caseTexts, type CaseTexts } from '../sealed/case.ts';
import { messageTexts } from '../sealed/message.ts';
import { todoTexts } from '../sealed/todo.ts';

export const emptyAnamnesis = Object.fromEntries(anamnesisTopics.map((topic) => [topic, ''])) as CaseTexts['anamnesis'];

/** The anamnesis as the contracts know it. */
export const anamnesisOf = ({ anamnesis, medication_list }: CaseTexts): Anamnesis => ({
  ...anamnesis,
  medication_list: medication_list && orNoList(medication_list),
});

/** The texts of an anamnesis as they are stored; a list that is left out stays. */
export const anamnesisTexts = (
  { medication_list: list, ...anamnesis }: Anamnesis,
  before: Pick<CaseTexts, 'medication_list'>,
): Pick<CaseTexts, 'anamnesis' | 'medication_list'> => ({
  anamnesis,
  medication_list: list === undefined ? before.medication_list : list && orNoList(list),
});

export const openCase = (tx: Tx, vault: Vault, row: Pick<CaseRow, 'patientId' | 'sealed'>): Promise<CaseTexts> =>
  vault.open(tx, row.patientId, caseTexts, row.sealed);

/** The search hashes of a case: its name and patient. */
export const caseSearch = (
  vault: Vault,
  caseName: string,
  patient: Pick<PatientFields, 'first_name' | 'last_name' | 'date_of_birth'>,
): string[] => searchIndex(vault, [caseName, patient.first_name, patient.last_name, patient.date_of_birth]);

/** The columns of a case for its texts. */
export const caseColumns = async (tx: Tx, vault: Vault, patientId: string, texts: CaseTexts) => ({
  sealed: await vault.seal(tx, patientId, caseTexts, texts),
  search: caseSearch(vault, texts.case_name, await patientOf(tx, vault, patientId)),
});

/** The search hashes of a text in a case: title, case and patient by word prefixes, the text by whole words. */
export const searchInCase = async (
  tx: Tx,
  vault: Vault,
  theCase: CaseRow,
  title: string,
  text: string,
): Promise<string[]> => {
  const [{ case_name }, { first_name, last_name }] = [
    await openCase(tx, vault, theCase),
    await patientOf(tx, vault, theCase.patientId),
  ];
  return searchIndex(vault, [title, case_name, first_name, last_name], text);
};

/** The names of some cases by id, e.g. for their messages. */
export const caseNames = async (
  tx: Tx,
  vault: Vault,
  rows: readonly Pick<CaseRow, 'id' | 'patientId' | 'sealed'>[],
): Promise<Map<string, string>> => {
  await vault.warm(
    tx,
    rows.map((row) => row.patientId),
  );
  return new Map(
    await Promise.all(
      rows.map(async (row): Promise<[string, string]> => [row.id, (await openCase(tx, vault, row)).case_name]),
    ),
  );
};

type Named = Pick<PatientFields, 'first_name' | 'last_name'>;

/**
 * Texts in a case are found by the names of case and patient, too: rebuilds their hashes after a change. Locks the
 * rows, so that nobody edits them meanwhile.
 */
const reindexWritten = async (
  tx: Tx,
  vault: Vault,
  { id, patientId }: Pick<CaseRow, 'id' | 'patientId'>,
  caseName: string,
  { first_name, last_name }: Named,
): Promise<void> => {
  const names = [caseName, first_name, last_name];
  for (const row of await tx
    .select({ id: messages.id, sealed: messages.sealed })
    .from(messages)
    .where(eq(messages.caseId, id))
    .for('no key update')) {
    const { subject, message } = await vault.open(tx, patientId, messageTexts, row.sealed);
    await tx
      .update(messages)
      .set({ search: searchIndex(vault, [subject, ...names], message) })
      .where(eq(messages.id, row.id));
  }
  for (const row of await tx
    .select({ id: todos.id, sealed: todos.sealed })
    .from(todos)
    .where(eq(todos.caseId, id))
    .for('no key update')) {
    const { title, content } = await vault.open(tx, patientId, todoTexts, row.sealed);
    await tx
      .update(todos)
      .set({ search: searchIndex(vault, [title, ...names], content) })
      .where(eq(todos.id, row.id));
  }
};

/** Rebuilds the hashes of a case's texts after it was renamed. */
export const reindexCase = async (tx: Tx, vault: Vault, theCase: CaseRow, caseName: string): Promise<void> =>
  reindexWritten(tx, vault, theCase, caseName, await patientOf(tx, vault, theCase.patientId));

/** Rebuilds the hashes of a patient's cases and their texts after a change of name or birth date. */
export const reindexCases = async (tx: Tx, vault: Vault, patientId: string, patient: PatientFields): Promise<void> => {
  for (const row of await tx
    .select()
    .from(cases)
    .where(eq(cases.patientId, patientId))
    .orderBy(asc(cases.id))
    .for('no key update')) {
    const { case_name } = await openCase(tx, vault, row);
    await tx
      .update(cases)
      .set({ search: caseSearch(vault, case_name, patient) })
      .where(eq(cases.id, row.id));
    await reindexWritten(tx, vault, row, case_name, patient);
  }
};
