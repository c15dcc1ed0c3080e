import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { dataDir } from './installation.ts';

/** A clinic of these doctors that takes cases together, entered directly in the database: its form has a spec of its own. */
export const newPool = async (name: string, emails: readonly string[]): Promise<string> => {
  const client = new pg.Client({
    host: join(realpathSync(join(dataDir, 'postgres')), 'run'),
    user: 'konsil',
    database: 'konsil',
  });
  await client.connect();
  try {
    const id = randomUUID();
    await client.query('insert into clinics (id, name, pool) values ($1, $2, true)', [id, name]);
    await client.query(
      'insert into clinic_doctors (clinic_id, doctor_id) select $1, id from accounts where email = any ($2)',
      [id, emails],
    );
    return id;
  } finally {
    await client.end();
  }
};
