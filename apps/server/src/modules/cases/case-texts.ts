import type { Anamnesis } from '@konsil/contracts/cases';
import { anamnesisTopics } from '@konsil/contracts/codes';
import type { PatientFields } from '@konsil/contracts/patients';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { cases, patients } from '../../db/schema';
import type { CaseRow } from '../../kernel/loaders.ts';
import { dateWords, type Vault } from '../../kernel/vault.ts';
import { openPatient } from '../patients/patient-record.ts';
import { searchIndex } from '../search/search-words.ts';

/** What stands sealed in the row of a case. */
export interface CaseTexts {
  case_name: string;
  diagnosis: string;
  medical_history: string;
  anamnesis: Anamnesis;
  /** The version of the case in which its general forms were last changed. */
  forms_version: number;
}

export const emptyAnamnesis = Object.fromEntries(anamnesisTopics.map((topic) => [topic, ''])) as unknown as Anamnesis;

export const openCase = (tx: Tx, vault: Vault, row: Pick<CaseRow, 'patientId' | 'sealed'>): Promise<CaseTexts> => vault.open<CaseTexts>(tx, row.patientId, row.sealed);

/** Hashes by which a case is found: its name, and who it is about. */
export const caseSearch = (vault: Vault, caseName: string, patient: Pick<PatientFields, 'first_name' | 'last_name' | 'date_of_birth'>): string[] =>
  searchIndex(vault, [caseName, patient.first_name, patient.last_name, ...dateWords(patient.date_of_birth)]);

const patientOf = async (tx: Tx, vault: Vault, patientId: string): Promise<PatientFields> => {
  const [patient] = await tx.select({ id: patients.id, sealed: patients.sealed }).from(patients).where(eq(patients.id, patientId));
  if (!patient) throw new Error('The patient of a case is missing.');
  return openPatient(tx, vault, patient);
};

/** The columns of a case for its texts. */
export const caseColumns = async (tx: Tx, vault: Vault, patientId: string, texts: CaseTexts) =>
  ({ sealed: await vault.seal(tx, patientId, texts), search: caseSearch(vault, texts.case_name, await patientOf(tx, vault, patientId)) });

/**
 * Hashes by which something written in a case is found: title, case and patient from the beginnings of words, the text by whole ones.
 */
export const searchInCase = async (tx: Tx, vault: Vault, theCase: CaseRow, title: string, text: string): Promise<string[]> => {
  const [{ case_name }, { first_name, last_name }] = [await openCase(tx, vault, theCase), await patientOf(tx, vault, theCase.patientId)];
  return searchIndex(vault, [title, case_name, first_name, last_name], text);
};

/** The names of some cases by id, e.g. beside their messages. */
export const caseNames = async (tx: Tx, vault: Vault, rows: readonly Pick<CaseRow, 'id' | 'patientId' | 'sealed'>[]): Promise<Map<string, string>> => {
  await vault.warm(tx, rows.map((row) => row.patientId));
  return new Map(await Promise.all(rows.map(async (row): Promise<[string, string]> => [row.id, (await openCase(tx, vault, row)).case_name])));
};

/** Cases are found by their patient: after a change of the name their hashes are made anew. */
export const reindexCases = async (tx: Tx, vault: Vault, patientId: string, patient: PatientFields): Promise<void> => {
  for (const row of await tx.select().from(cases).where(eq(cases.patientId, patientId))) {
    const { case_name } = await openCase(tx, vault, row);
    await tx.update(cases).set({ search: caseSearch(vault, case_name, patient) }).where(eq(cases.id, row.id));
  }
};
