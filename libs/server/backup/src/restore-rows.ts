import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PoolClient } from 'pg';
import { OperatorError } from '@konsil/server-consultation/doctors/invitations';
import type { MasterKeys } from '@konsil/server-platform/keys/keys';
import { endingsFile } from '@konsil/server-privacy/endings';
import { tombstoneFile } from '@konsil/server-privacy/tombstones';
import { readBackupFile, type BackupHead, type BackupLine } from './backup-file.ts';
import { insistOnSameModel, readParts } from './backup-logs.ts';
import { keysBeside } from './backup-names.ts';
import { advanceSequences, insertRows, keyTable } from './backup-tables.ts';

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** @throws {OperatorError} if the erasures, or the list of ended access, are missing beside the backup. */
export const requireLists = async (source: string): Promise<void> => {
  const tombstones = tombstoneFile(dirname(source));
  if (!(await isThere(tombstones)))
    throw new OperatorError(
      `${tombstones} is missing. Without it people who were erased come back. If nobody ever was, put an empty file there.`,
    );
  const ended = endingsFile(dirname(source));
  if (!(await isThere(ended)))
    throw new OperatorError(
      `${ended} is missing. Without it links, consents and keys that were ended after the backup work again. If it is lost, put an empty file there: what the storage lists is ended again all the same. A backup of a version without this file is restored with that version.`,
    );
};

/** @throws {OperatorError} if it is no backup that these secrets open */
export const headOf = async (source: string, masters: MasterKeys): Promise<BackupHead> => {
  for await (const line of readBackupFile(source, masters)) if (line.kind === 'head') return line;
  throw new OperatorError(`${source} has no beginning.`);
};

const restoreFile = async (
  client: PoolClient,
  lines: AsyncIterable<BackupLine>,
  counts: Map<string, number>,
): Promise<void> => {
  for await (const line of lines) {
    if (line.kind === 'head') await insistOnSameModel(client, line);
    if (line.kind !== 'rows') continue;
    await insertRows(client, line.table, line.rows);
    counts.set(line.table, (counts.get(line.table) ?? 0) + line.rows.length);
  }
};

/** @throws {OperatorError} if a restored key cannot be unwrapped: its patient's record would be lost, unnoticed */
const insistOnTheirSecrets = async (client: PoolClient, { all }: MasterKeys): Promise<void> => {
  const { rows } = await client.query<{ keys: number }>(
    `select count(*)::int as keys from ${keyTable} where master_version <> all ($1)`,
    [all.map(({ version }) => version)],
  );
  const closed = rows[0]?.keys ?? 0;
  if (closed > 0)
    throw new OperatorError(
      `${closed} data keys of this backup were wrapped with an earlier KONSIL_SECRET: it was made during a rotation. Give that secret in KONSIL_PREVIOUS_SECRETS.`,
    );
};

/**
 * Puts keys and rows of a backup into a database without accounts, within the caller's transaction.
 * @returns the number of rows by table, without the keys
 */
export const restoreRows = async (
  client: PoolClient,
  source: string,
  masters: MasterKeys,
): Promise<{ rows: Map<string, number>; keys: number }> => {
  await client.query(`delete from ${keyTable}`);
  await client.query('delete from installation');
  const keys = new Map<string, number>();
  await restoreFile(client, readBackupFile(keysBeside(source), masters), keys);
  await insistOnTheirSecrets(client, masters);
  const rows = new Map<string, number>();
  await restoreFile(client, readBackupFile(source, masters), rows);
  const { logs } = await headOf(source, masters);
  await restoreFile(client, readParts(dirname(source), masters, logs?.parts ?? []), rows);
  await advanceSequences(client);
  return { rows, keys: keys.get(keyTable) ?? 0 };
};
