import { randomUUID } from 'node:crypto';
import type { Relationship } from '@konsil/contracts/codes';
import type { PatientFields, PatientName } from '@konsil/contracts/patients';
import { eq, inArray } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { patients } from '../schema.ts';
import type { PatientRow } from '../access/loaders.ts';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { searchIndex } from '../search/search-words.ts';
import { readablePhone } from './readable-phone.ts';
import { patientRecord } from '../sealed/patient.ts';

type Findable = Pick<PatientFields, 'first_name' | 'last_name' | 'date_of_birth'>;

/** The search hashes of a patient: names and date of birth. */
export const patientSearch = (vault: Vault, fields: Findable): string[] =>
  searchIndex(vault, [fields.first_name, fields.last_name, fields.date_of_birth]);

/** The columns of a patient. Phone numbers are formatted here, so that they look the same everywhere. */
export const patientColumns = async (tx: Tx, vault: Vault, id: string, fields: PatientFields) => {
  const record: PatientFields = { ...fields, ...(fields.phone && { phone: readablePhone(fields.phone) }) };
  return { sealed: await vault.seal(tx, id, patientRecord, record), search: patientSearch(vault, record) };
};

/** Adds a patient to an account, encrypted with a new data key. */
export const insertPatient = async (
  tx: Tx,
  vault: Vault,
  accountId: string,
  relationship: Relationship,
  fields: PatientFields,
  now: Date,
): Promise<PatientRow> => {
  const id = randomUUID();
  const [row] = await tx
    .insert(patients)
    .values({
      id,
      accountId,
      relationship,
      ...(await patientColumns(tx, vault, id, fields)),
      createdAt: now,
      lastActivityAt: now,
    })
    .returning();
  if (!row) throw new Error('The patient was not stored.');
  return row;
};

export const openPatient = (tx: Tx, vault: Vault, row: Pick<PatientRow, 'id' | 'sealed'>): Promise<PatientFields> =>
  vault.open(tx, row.id, patientRecord, row.sealed);

/** One patient's record by id. */
export const patientOf = async (tx: Tx, vault: Vault, id: string): Promise<PatientFields> => {
  const [row] = await tx.select({ id: patients.id, sealed: patients.sealed }).from(patients).where(eq(patients.id, id));
  if (!row) throw new Error('A patient is missing.');
  return openPatient(tx, vault, row);
};

const nameIn = (id: string, { first_name, last_name, gender, date_of_birth }: PatientFields): PatientName => ({
  id,
  first_name,
  last_name,
  gender,
  date_of_birth,
});

// At most the vault's key cache size.
const openedAtOnce = 2000;

/** The patient fields for lists; loads the keys of some thousand in one query. */
export const openNames = async <R extends Pick<PatientRow, 'id' | 'sealed'>>(
  tx: Tx,
  vault: Vault,
  rows: readonly R[],
): Promise<(R & { name: PatientName })[]> => {
  const opened: (R & { name: PatientName })[] = [];
  for (let from = 0; from < rows.length; from += openedAtOnce) {
    const part = rows.slice(from, from + openedAtOnce);
    await vault.warm(
      tx,
      part.map((row) => row.id),
    );
    opened.push(
      ...(await Promise.all(
        part.map(async (row) => ({ ...row, name: nameIn(row.id, await openPatient(tx, vault, row)) })),
      )),
    );
  }
  return opened;
};

/** The names of patients by id, in two queries. */
export const patientNames = async (tx: Tx, vault: Vault, ids: readonly string[]): Promise<Map<string, PatientName>> => {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: patients.id, sealed: patients.sealed })
    .from(patients)
    .where(inArray(patients.id, [...new Set(ids)]));
  return new Map((await openNames(tx, vault, rows)).map(({ id, name }) => [id, name]));
};

/** A name that must be in the map. */
export const nameOf = (names: ReadonlyMap<string, PatientName>, id: string): PatientName => {
  const name = names.get(id);
  if (!name) throw new Error('A patient is missing.');
  return name;
};
