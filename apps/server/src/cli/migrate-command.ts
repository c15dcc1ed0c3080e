import { readEnv } from '@konsil/server-settings/env';
import { knownSchema } from '@konsil/server-domain/database/schema-state';
import { openDatabase } from '../database.ts';
import type { SettingsCommand } from './command.ts';

const migrate: SettingsCommand = {
  name: 'migrate',
  summary: 'Bring the data model of the database up to this version',
  usage: '[--finish]',
  options: { finish: { type: 'boolean' } },
  help: [
    'Signs in as the owner (MIGRATION_DATABASE_URL, otherwise DATABASE_URL). Each migration runs once, however many processes try.',
    '--finish also runs the background changes to their end, which servers otherwise make while they run (konsil status).',
    'Servers of the previous version keep running meanwhile if the migrations allow it; otherwise their next start ends.',
  ],
  words: 0,
  settingsOnly: true,
  run: async ({ options, say }) => {
    const database = await openDatabase(readEnv(), { max: 1, name: 'konsil migrate', log: () => undefined });
    try {
      const applied = await database.migrate(say, { finish: options['finish'] === true });
      say(applied.length > 0 ? `Applied: ${applied.join(', ')}` : `Nothing to do: ${knownSchema()}`);
    } finally {
      await database.close();
    }
  },
};

export const migrateCommands: readonly SettingsCommand[] = [migrate];
