import type { Pool, PoolClient } from 'pg';
import { isReadOnly } from '@konsil/server-settings/hosts';

/** Runs a transaction of any duration on its own connection; `begin` is its BEGIN statement. */
export const inTransaction = async <T>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  let spent = false;
  try {
    await client.query(begin);
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    spent = isReadOnly(error);
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release(spent);
  }
};
