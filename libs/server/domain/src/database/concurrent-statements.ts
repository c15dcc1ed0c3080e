import type { Client } from 'pg';
import type { Migration } from './migration-files.ts';

const building = /^create (?:unique )?index concurrently (?:if not exists )?"?(\w+)"? on /i;
/** Statements that may run again after a process was killed between them and the record. */
const repeatable = [/^drop index concurrently if exists /i, /^alter table (?:only )?\S+ validate constraint /i];

/** Without comments and line breaks. */
const plain = (statement: string): string =>
  statement
    .replace(/^\s*--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

/** An index that is not valid is what a killed build left: nobody reads it, but every write still maintains it. */
const stateOfIndex = async (client: Client, name: string): Promise<'missing' | 'valid' | 'invalid'> => {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [client.escapeIdentifier(name)],
  );
  if (!rows[0]) return 'missing';
  return rows[0].valid ? 'valid' : 'invalid';
};

/**
 * Runs the statements of a migration one by one outside a transaction; those that a killed process finished are skipped
 * or change nothing.
 * @throws {Error} for a statement that could not be resumed
 */
export const runConcurrently = async (
  client: Client,
  { tag, statements }: Pick<Migration, 'tag' | 'statements'>,
  say: (line: string) => void,
): Promise<void> => {
  const all = statements.map(plain).filter((statement) => statement !== '');
  const wrong = all.find((statement) => ![building, ...repeatable].some((form) => form.test(statement)));
  if (wrong) throw new Error(`The migration ${tag} runs concurrently, but cannot be resumed after: ${wrong}`);
  for (const statement of all) {
    const name = building.exec(statement)?.[1];
    const state = name === undefined ? 'missing' : await stateOfIndex(client, name);
    if (state === 'valid') continue;
    if (name !== undefined) say(`Building the index ${name}. Servers can go on meanwhile.`);
    if (state === 'invalid') await client.query(`drop index concurrently ${client.escapeIdentifier(name ?? '')}`);
    await client.query(statement);
  }
};
