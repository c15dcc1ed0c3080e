// The load of audit-chains.mjs, on a database of its own that writes to the disk as in production.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { migrateDatabase } from '@konsil/server-domain/database/migrate';
import { startEmbeddedPostgres } from '@konsil/server-embedded-postgres/postgres';
import { appendAudit, verifyChains, type AuditEntry } from '@konsil/server-platform/audit/audit';
import { installationChains } from '@konsil/server-platform/audit/installation-chains';
import { connect, type Tx } from '@konsil/server-platform/database/client';
import { loadMasterKeys } from '@konsil/server-platform/keys/keys';
import { Vault } from '@konsil/server-platform/keys/vault';
import { readEnv } from '@konsil/server-settings/env';
import { measureRates } from './rates.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '4' }, rounds: { type: 'string', default: '3' } },
});
const clients = [1, 8, 32];
const env = readEnv();
const postgres = await startEmbeddedPostgres({ dataDir: env.KONSIL_DATA_DIR, log: console.warn });
const connection = connect({ ...postgres.connection, max: Math.max(...clients) });
try {
  await migrateDatabase(connection);
  const { db } = connection;
  const vault = await Vault.open(db, () => loadMasterKeys(env));
  await db.execute(sql`create table bench_records (like audit_records including all)`);
  const actor = { accountId: randomUUID(), role: 'patient' as const };
  const entry: AuditEntry = { action: 'account.sign_out', result: 'allowed' };
  const append = (tx: Tx, patientId?: string) => appendAudit(tx, vault, actor, new Date(), [{ ...entry, patientId }]);
  const kinds: Record<string, (tx: Tx) => Promise<unknown>> = {
    'no chain': (tx) =>
      tx.execute(sql`insert into bench_records (chain, seq, at, actor_id, actor_role, action, result, hash)
        values (gen_random_uuid(), 1, now(), ${actor.accountId}, 'patient', 'account.sign_out', 'allowed', '\\x00')`),
    'one chain': (tx) => append(tx, installationChains[0]),
    'the installation': (tx) => append(tx),
    'a chain for each': (tx) => append(tx, randomUUID()),
  };
  await measureRates({
    clients,
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    kinds: Object.fromEntries(
      Object.entries(kinds).map(([name, work]) => [
        name,
        () =>
          db.transaction(async (tx) => {
            await tx.execute(sql`select 1`);
            await work(tx);
          }),
      ]),
    ),
  });
  const { faults, records } = await verifyChains(db, vault);
  console.log(`${records} records, ${faults.length} faults`);
} finally {
  await connection.close();
  await postgres.stop();
}
