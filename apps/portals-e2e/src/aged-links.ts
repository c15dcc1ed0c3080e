import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { dataDir } from './installation.ts';

/** Ages the links sent to an address by some hours, directly in the database. */
export const ageLinks = async (email: string, hours: number): Promise<void> => {
  const client = new pg.Client({
    host: join(realpathSync(join(dataDir, 'postgres')), 'run'),
    user: 'konsil',
    database: 'konsil',
  });
  await client.connect();
  try {
    await client.query(
      `update mail_links set created_at = created_at - make_interval(hours => $2), expires_at = expires_at - make_interval(hours => $2)
       where account_id = (select id from accounts where email = $1)`,
      [email, hours],
    );
  } finally {
    await client.end();
  }
};
