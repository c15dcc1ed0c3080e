const adds = [
  /^create table /i,
  /^create (unique )?index /i,
  /^create type /i,
  /^comment on /i,
  /^alter table \S+ add column (?!.*\bnot null\b)/i,
  /^alter table \S+ add column .*\bdefault\b/i,
  /^grant /i,
];
/** Code that does not know the new key writes rows that it refuses; a second action may take something away. */
const changes = [/^create unique index /i, /^alter table .*, (add|alter|drop|rename) /i];

/**
 * The oldest migration that code must know to run on a new schema.
 * @param {string} sql the statements that lead to it
 * @param {string} tag the name of the migration that has them
 * @param {string} before the oldest code of the migration before
 * @returns `before` if the statements only add what older code does not touch; otherwise, to be safe, `tag`
 */
export const oldestCode = (sql, tag, before) => {
  const statements = sql
    .replace(/(^|;)--.*$/gm, '$1')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
  const created = statements.flatMap((statement) => /^create table ("\w+"|\w+)/i.exec(statement)?.[1] ?? []);
  const isAddition = (statement) => {
    const isOfNewTable = created.some(
      (table) => statement.includes(`ON ${table}`) || statement.startsWith(`ALTER TABLE ${table} `),
    );
    return (
      isOfNewTable ||
      (adds.some((addition) => addition.test(statement)) && !changes.some((change) => change.test(statement)))
    );
  };
  return statements.every(isAddition) ? before : tag;
};
