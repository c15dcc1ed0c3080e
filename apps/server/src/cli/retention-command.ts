import { readEnv, type Env } from '@konsil/server-settings/env';
import { retentionClasses, retentionLines } from '@konsil/server-platform/retention';
import type { SettingsCommand } from './command.ts';

/** The years that the operator set for doctors' letters, the only class with a setting. */
const yearsIn = (env: Env): number => env[retentionClasses['doctors-letters'].yearsOf];

const retention: SettingsCommand = {
  name: 'retention',
  summary: 'Show what is kept for how long, from when, and why',
  usage: '',
  help: ['Changes nothing. The server deletes by these times; LETTERS_KEPT_YEARS is the only one with a setting.'],
  words: 0,
  settingsOnly: true,
  run: async ({ say }) => {
    const years = yearsIn(readEnv());
    for (const line of retentionLines(years)) say(line);
  },
};

export const retentionCommands: readonly SettingsCommand[] = [retention];
