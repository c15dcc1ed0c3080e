import type { PoolClient } from 'pg';

/**
 * Temporary data: after a restore, users sign in again, request codes and links again, turn on notifications again, and allow apps again, because what
 * they have ended since must not work again. Words are indexed again from the restored texts.
 */
const temporaryTables = [
  'sessions',
  'push_devices',
  'otp_codes',
  'mail_links',
  'tickets',
  'client_tokens',
  'app_grants',
  'app_tokens',
  'limits',
  'events',
  'idempotency_keys',
  'outbox',
  'duties',
  'search_texts',
  'security_events',
];
/** In a separate file: destroying its old copies makes erasures reach the backups, too. */
export const keyTable = 'data_keys';

/** The tables to back up, each after those it references. */
export const keptTables = async (client: PoolClient): Promise<string[]> => {
  const { rows: tables } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    "select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'",
  );
  const ordered: string[] = [];
  const place = (name: string) => {
    if (ordered.includes(name)) return;
    for (const { from, to } of references) if (from === name && to !== name) place(to);
    ordered.push(name);
  };
  for (const { name } of tables) if (!temporaryTables.includes(name) && name !== keyTable) place(name);
  return ordered.filter((name) => !temporaryTables.includes(name));
};

/** Identifies the schema version that a backup fits. */
export const migrationsOf = async (client: Pick<PoolClient, 'query'>): Promise<string> => {
  const { rows } = await client.query<{ hashes: string }>(
    "select string_agg(hash, ' ' order by created_at) as hashes from drizzle.__drizzle_migrations",
  );
  return rows[0]?.hashes ?? '';
};

const atOnce = 500;

/** The rows of a table as JSON, in chunks, or those with ids above `after`; read them within one transaction. */
export async function* rowsOf(client: PoolClient, table: string, after = 0): AsyncGenerator<string[]> {
  await client.query(
    `declare kept no scroll cursor for select to_jsonb(t)::text as row from ${client.escapeIdentifier(table)} t${after > 0 ? ` where id > ${after}` : ''}`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${atOnce} from kept`);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < atOnce) break;
  }
  await client.query('close kept');
}

export const insertRows = async (client: PoolClient, table: string, rows: readonly string[]): Promise<void> => {
  const name = client.escapeIdentifier(table);
  await client.query(`insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1::jsonb)`, [
    `[${rows.join(',')}]`,
  ]);
};

/** Sequences continue after the restored rows. */
export const advanceSequences = async (client: PoolClient): Promise<void> => {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`);
  for (const { table, column, sequence } of rows) {
    await client.query(
      `select setval($1, coalesce((select max(${client.escapeIdentifier(column)}) from ${client.escapeIdentifier(table)}), 0) + 1, false)`,
      [sequence],
    );
  }
};
