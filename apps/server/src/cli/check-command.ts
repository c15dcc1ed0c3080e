import { setTimeout as pause } from 'node:timers/promises';
import { readEnv } from '@konsil/server-settings/env';
import { archiveChecks } from '../check/archive-checks.ts';
import { checksOf } from '../check/checks.ts';
import { runChecks } from '../check/run-checks.ts';
import { openDatabase } from '../database.ts';
import type { SettingsCommand } from './command.ts';

const closingMs = 200;

const check: SettingsCommand = {
  name: 'check',
  summary: 'Try every setting and clinic archive: database, storage, e-mail, SMS gateway, clock',
  usage: '',
  help: [
    'Changes nothing and sends nothing; writes one test object into the storage and deletes it. Takes at most ten seconds.',
    'ok: it works. off: the setting is missing. FAILED: the reason, and what to do. Exit code 1 if one failed.',
  ],
  words: 0,
  settingsOnly: true,
  run: async ({ say }) => {
    const env = readEnv();
    const database = await openDatabase(env, { max: 4, name: 'konsil check', log: () => undefined });
    try {
      return await runChecks(
        [...checksOf(env, database.connection), ...(await archiveChecks(env, database.connection))],
        say,
      );
    } finally {
      // A database that hangs would never close.
      await Promise.race([database.close(), pause(closingMs, undefined, { ref: false })]);
    }
  },
};

export const checkCommands: readonly SettingsCommand[] = [check];
