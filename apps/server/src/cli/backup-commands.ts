import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { headOf, requireLists, restoreRows } from '@konsil/server-backup/restore-rows';
import { makeBackup } from '@konsil/server-backup/make-backup';
import type { Database } from '@konsil/server-platform/database/client';
import { inTransaction } from '@konsil/server-platform/database/in-transaction';
import { storedObjects } from '@konsil/server-domain/schema';
import { storeMissing } from '@konsil/server-platform/audit/kept-chain';
import { verifyAnchors } from '@konsil/server-platform/audit/audit-anchors';
import { verifyChains } from '@konsil/server-platform/audit/audit';
import { Identity, quietNotice } from '@konsil/server-storage/identity';
import { loadMasterKeys } from '@konsil/server-platform/keys/keys';
import { Vault } from '@konsil/server-platform/keys/vault';
import { OperatorError } from '@konsil/server-consultation/doctors/invitations';
import { importEndings, repeatEndings } from '@konsil/server-privacy/endings';
import { importTombstones } from '@konsil/server-privacy/tombstones';
import { isObjectKey, type ObjectStore } from '@konsil/server-storage/object-store';
import { openFileStore } from '@konsil/server-storage/open-store';
import { WrongUsage, type Command } from './command.ts';
import { runDrill } from './drill-command.ts';

const backup: Command = {
  name: 'backup',
  summary: 'Copy everything, encrypted, into a folder; servers go on working',
  usage: '<folder>',
  help: [
    'Writes konsil-<time>.data and .keys, erasures.jsonl, endings.jsonl, and the files that are new since the last backup into files/.',
    'New records of the access log go into konsil-<time>.log, once: later backups need that file, too.',
    'The backup opens only with KONSIL_SECRET (or secret.key of the data folder): keep that somewhere else.',
    'Old .keys files should be deleted after 30 days: erased people are then gone from the backups too.',
  ],
  words: 1,
  run: async ({ installation, words: [folder = ''], say }) => {
    const { path, pieces, files } = await makeBackup(installation, resolve(folder));
    const copied = installation.env.BACKUP_FILES ? files : 'none (BACKUP_FILES=0)';
    say(`${path} was written and read back. Pieces: ${pieces}, new files: ${copied}.`);
  },
};

/** The folder also holds files of other backups: objects unknown to the restored rows stay there. */
const restoreFiles = async (db: Database, objects: ObjectStore, folder: string): Promise<number> => {
  let copied = 0;
  const named = new Set((await db.select({ key: storedObjects.key }).from(storedObjects)).map(({ key }) => key));
  for (const key of (await readdir(folder).catch(() => [])).filter((name) => isObjectKey(name) && named.has(name))) {
    if (
      await objects.size(key).then(
        () => true,
        () => false,
      )
    )
      continue;
    await objects.put(key, createReadStream(join(folder, key)) as AsyncIterable<Buffer>);
    copied += 1;
  }
  return copied;
};

const restore: Command = {
  name: 'restore',
  summary: 'Put a backup into an empty installation; no server may run',
  usage: '<folder>/konsil-<time>.data [--drill [--json]]',
  help: [
    '--drill   Restores into a scratch database of its own instead, checks rows, files, access log and anchors, prints a',
    '          report, and drops it again. Touches no installation: it needs the secret, and the settings of the storage',
    '          to compare the anchors. Exit code 1 if the backup could not replace the installation.',
    '--json    The report as JSON.',
    'Needs what is beside it: .keys, the .log files, erasures.jsonl, endings.jsonl and files/.',
    'The restored copy is quiet until konsil installation activate: it sends, erases and deletes nothing.',
    'Access that was ended after the backup is ended again at once, from endings.jsonl and from the storage.',
    'Erasures that happened after the backup are carried out again then, from erasures.jsonl of the backup and from the storage.',
  ],
  options: { drill: { type: 'boolean' }, json: { type: 'boolean' } },
  words: 1,
  asItIs: true,
  alone: { option: 'drill', run: runDrill },
  run: async ({ installation, options: { json }, words: [path = ''], say }) => {
    if (json) throw new WrongUsage('--json belongs to --drill.');
    const source = resolve(path);
    await requireLists(source);
    const masters = await loadMasterKeys(installation.env);
    const { identity: empty, db, env } = installation;
    const head = await headOf(source, masters);
    await empty.insistOnRoomFor(head.installation.id, head.installation.prefix);
    const rows = await inTransaction(installation.connection.pool, 'begin', async (client) => {
      if ((await client.query('select 1 from accounts limit 1')).rows.length > 0)
        throw new OperatorError('This installation is not empty. Restore into a new data folder or database.');
      const { rows: servers } = await client.query(
        "select 1 from pg_stat_activity where application_name = 'konsil listener' and datname = current_database()",
      );
      if (servers.length > 0) throw new OperatorError('A server is running on this database. Stop it first.');
      const restored = await restoreRows(client, source, masters);
      return restored.keys + [...restored.rows.values()].reduce((all, count) => all + count, 0);
    });
    const identity = await Identity.restored({ db, env }, empty.id);
    const store = openFileStore(identity.env);
    const { objects } = store;
    await storeMissing({ db, objects });
    // The restored installation key differs from the empty installation's.
    const vault = await Vault.open(installation.db, async () => masters);
    const parts = { db, vault, files: store };
    // Before the files, which take long: a restore that is killed meanwhile has brought nothing back.
    await importTombstones(parts, dirname(source));
    const ended = (await repeatEndings(parts)) + (await importEndings(parts, dirname(source)));
    const files = await restoreFiles(db, objects, join(source, '..', 'files'));
    const { faults: inChains, records } = await verifyChains(installation.db, vault);
    const held = await verifyAnchors({ db, vault, objects }, { readOnly: true });
    const faults = [...inChains, ...held.faults];
    if (!held.anchorsIntact) say('The anchors of the backup differ from those in the storage.');
    say(
      `Restored rows: ${rows}, files: ${files}. Records of the access log: ${records}, anchors: ${held.anchors}, ${faults.length === 0 ? 'all whole' : `faults: ${faults.length}`}.`,
    );
    if (ended > 0) say(`Access that was ended after the backup and is ended again: ${ended}.`);
    if (head.files === 'in_storage')
      say('The backup has no copies of files (BACKUP_FILES=0). konsil files verify tells which the storage lacks.');
    if (identity.quiet) say(quietNotice(identity.id, identity.quiet.reason));
    return faults.length === 0 && held.anchorsIntact ? 0 : 1;
  },
};

export const backupCommands: readonly Command[] = [backup, restore];
