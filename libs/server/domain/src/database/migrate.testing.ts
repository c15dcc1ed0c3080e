import { connect } from '@konsil/server-platform/database/client';
import { migrateDatabase } from './migrate.ts';

// One process of the migration test, with minimal pool timeouts.
const [settings = '{}', folder = ''] = process.argv.slice(2);
const connection = connect({
  ...(JSON.parse(settings) as object),
  statement_timeout: 200,
  idle_in_transaction_session_timeout: 200,
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
await migrateDatabase(connection, { folder, say });
await connection.close();
say('done');
