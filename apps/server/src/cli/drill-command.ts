import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { drillBackup, type DrillReport } from '@konsil/server-backup/drill';
import { headOf } from '@konsil/server-backup/restore-rows';
import { OperatorError } from '@konsil/server-consultation/doctors/invitations';
import { migrateDatabase } from '@konsil/server-domain/database/migrate';
import { embeddedLogin, startEmbeddedPostgres } from '@konsil/server-embedded-postgres/postgres';
import { connect, type Connection } from '@konsil/server-platform/database/client';
import { loadMasterKeys } from '@konsil/server-platform/keys/keys';
import { readEnv, type Env } from '@konsil/server-settings/env';
import { openFileStore } from '@konsil/server-storage/open-store';
import type { SettingsCommand } from './command.ts';

const mostShown = 20;

/** Runs a temporary database server in a folder that is deleted afterwards. */
const withScratch = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'konsil-drill-'));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
    try {
      const connection = connect({ ...postgres.connection, max: 2, application_name: 'konsil drill' });
      try {
        await migrateDatabase(connection, { login: embeddedLogin });
        return await work(connection);
      } finally {
        await connection.close();
      }
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Requires an existing secret, because loading the keys would create a missing one. */
const insistOnSecret = async (env: Env): Promise<void> => {
  const path = join(env.KONSIL_DATA_DIR, 'secret.key');
  if (env.KONSIL_SECRET) return;
  await stat(path).catch(() => {
    throw new OperatorError(`The backup needs its secret: in KONSIL_SECRET, or as ${path}.`);
  });
};

const minute = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;
const some = (ids: readonly string[]): string =>
  ids.length === 0
    ? ''
    : `: ${ids.slice(0, mostShown).join(', ')}${ids.length > mostShown ? `, and ${ids.length - mostShown} more` : ''}`;
const storageWords: Record<DrillReport['anchors']['storage'], string> = {
  same: 'the storage has the same',
  differs: 'THE STORAGE HAS OTHERS',
  lacks_some: 'the storage lacks some',
  none: 'not compared with a storage',
};

/** The report for people. */
export const linesOfDrill = (report: DrillReport): string[] => {
  const { tables, files, access_log: log, anchors } = report;
  const rows = tables.reduce((all, { restored }) => all + restored, 0);
  const different = tables.filter(({ in_backup, restored }) => in_backup !== restored);
  const seconds = (Date.parse(report.finished_at) - Date.parse(report.started_at)) / 1000;
  return [
    `Drill of ${report.backup}`,
    `  made          ${minute(report.made_at)} by installation ${report.installation}`,
    `  drilled       ${minute(report.started_at)}, in ${seconds.toFixed(0)} s`,
    `  rows          ${rows} in ${tables.length} tables, ${different.length === 0 ? 'as many as in the backup' : `DIFFERENT${some(different.map(({ table, in_backup, restored }) => `${table} ${restored} of ${in_backup}`))}`}`,
    `  keys          ${report.keys}`,
    `  documents     ${files.documents} and ${files.archives} archives taken over, decrypted with copies from the ${files.read_from} (${files.bytes} bytes), missing: ${files.missing.length}${some(files.missing)}, damaged: ${files.damaged.length}${some(files.damaged)}`,
    `  copies        ${files.copies}, damaged: ${files.copies_damaged.length}${some(files.copies_damaged)}, missing: ${files.copies_missing} (they can be made again)`,
    `  access log    ${log.records} records, faults: ${log.faults.length}${some(log.faults.map(({ chain, seq, fault }) => `${chain} ${seq} ${fault}`))}`,
    `  anchors       ${anchors.count}, ${anchors.intact ? 'intact' : 'CHANGED'}, faults: ${anchors.faults.length}, ${storageWords[anchors.storage]}`,
    `  erased since  ${report.erased_since} accounts of the backup, which its activation erases again`,
    report.passed
      ? 'PASSED: this backup can replace the installation.'
      : 'FAILED: this backup cannot replace the installation completely.',
  ];
};

/** Restores a backup into a scratch database, prints what it proves, and drops it. */
export const runDrill: SettingsCommand['run'] = async ({ options, words: [path = ''], say }) => {
  const env = readEnv();
  await insistOnSecret(env);
  const source = resolve(path);
  const masters = await loadMasterKeys(env);
  const { prefix } = (await headOf(source, masters)).installation;
  const { objects: storage } = openFileStore({ ...env, storagePrefix: prefix });
  const report = await withScratch((connection) =>
    drillBackup({ connection, masters, storage, now: () => new Date() }, source),
  );
  if (options.json) say(JSON.stringify(report, null, 2));
  else for (const line of linesOfDrill(report)) say(line);
  return report.passed ? 0 : 1;
};
