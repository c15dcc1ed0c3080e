import { sql } from 'drizzle-orm';
import type { Connection, TransactionSettings, Tx } from '@konsil/server-platform/database/client';
import { namingOf } from '@konsil/server-platform/database/named-statements';

/** The role of the server's connections: no DDL, all rows (migration row_security). */
export const serverRole = 'konsil_server';
/** The role of a signed-in request: the rows of its account only. */
const requestRole = 'konsil_request';

/**
 * Limits a transaction to the rows of one account, so that a query without `where` returns nobody else's.
 * @param clinicId limits them further to cases of a clinic's doctors, and to none if the account is not one of them
 */
export const actingAs = (
  accountId: string,
  clinicId?: string,
): { set: Record<string, string> } & TransactionSettings => ({
  set: { 'konsil.actor': accountId, ...(clinicId && { 'konsil.clinic': clinicId }), role: requestRole },
});

/** Lifts the limit of `actingAs` for some work within its transaction; without that limit, it changes nothing. */
export const withAllRows = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  const { rows } = await tx.execute<{ role: string }>(
    sql`select before.role, set_config('role', ${serverRole}, true) from (select current_setting('role') as role offset 0) before`,
  );
  const role = rows[0]?.role ?? requestRole;
  const naming = namingOf(tx);
  const { scope } = naming;
  if (role !== serverRole) naming.scope = serverRole;
  const limitAgain = () => {
    naming.scope = scope;
    return tx.execute(sql`select set_config('role', ${role}, true)`);
  };
  const result = await work().catch(async (error: unknown) => {
    // A statement that failed takes the role back with its transaction.
    await limitAgain().catch(() => undefined);
    throw error;
  });
  await limitAgain();
  return result;
};

const nobody = '00000000-0000-0000-0000-000000000000';
const isDenied = (error: unknown): boolean => (error as { code?: unknown }).code === '42501';

/** Settings of each connection, which behind PgBouncer must be defaults of the login role. */
const insistOnDefaults = async (pool: Connection['pool']): Promise<void> => {
  const { rows } = await pool.query<{ missing: string | null }>(
    `select string_agg(name, ', ' order by name) as missing from (
       select name from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0'
       union all select 'role' where current_user <> $1) lacking`,
    [serverRole],
  );
  if (rows[0]?.missing)
    throw new Error(
      `DATABASE_DIRECT_URL is set, but the role of DATABASE_URL has no default for ${rows[0].missing}: docs/deployment.md, "PgBouncer", has the SQL.`,
    );
};

/**
 * Checks that the login role can work as both roles.
 * @returns a warning for the operator if the login role has more rights than the server needs
 * @throws {Error} one sentence for the operator if the login role is not a member of both, or if it lacks the defaults
 * that a pooled connection cannot set
 */
export const checkLoginRole = async ({
  db,
  pool,
  isPooled,
}: Pick<Connection, 'db' | 'pool' | 'isPooled'>): Promise<string | null> => {
  try {
    await db.transaction(async () => undefined, actingAs(nobody));
  } catch (error) {
    if (!isDenied(error)) throw error;
    throw new Error(
      `The role of DATABASE_URL is not a member of ${serverRole} and ${requestRole}: docs/deployment.md, "The database", has the SQL.`,
    );
  }
  if (isPooled) await insistOnDefaults(pool);
  const { rows } = await pool.query<{ name: string; above: boolean; owner: boolean }>(`
    select rolname as name, rolsuper or rolbypassrls or rolcreaterole as above,
      exists (select from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_has_role(session_user, relowner, 'member')) as owner
    from pg_roles where rolname = session_user`);
  const [login] = rows;
  if (!login?.above && !login?.owner) return null;
  return `DATABASE_URL signs in as ${login.name}, ${login.owner ? 'which owns the tables' : 'which may do more than the server needs'}: give the server a role of its own (docs/deployment.md, "The database").`;
};
