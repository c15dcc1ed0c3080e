import { compareStorage, type StorageDifference, type StorageFault } from '@konsil/server-documents/compare-storage';
import type { Command } from './command.ts';

const mostShown = 50;

const words: Record<StorageFault, string> = {
  missing: 'missing',
  wrong_size: 'wrong size',
  unknown: 'unknown',
  unused: 'unused',
};

const lineOf = ({ fault, key, of }: StorageDifference): string =>
  `${words[fault].padEnd(10)}  ${key}${of ? `  ${of.kind} ${of.id}` : ''}`;

const verify: Command = {
  name: 'files verify',
  summary: 'Compare the database with the stored files; deletes nothing',
  usage: '[--json]',
  help: [
    'missing     A row names a file that is not stored: restore it from files/ of a backup.',
    'wrong size  The stored file is longer or shorter than it was.',
    'unknown     Stored, but never recorded in this database: another one’s, or newer than a restored backup.',
    'unused      Recorded and stored, but no row names it any more.',
    '--json      All differences as JSON; otherwise the first 50 are shown.',
    'Servers go on working. Exit code 1 if there is a difference.',
  ],
  options: { json: { type: 'boolean' } },
  words: 0,
  run: async ({ installation, options: { json }, say }) => {
    const { named, stored, differences } = await compareStorage(installation);
    if (json) say(JSON.stringify({ named, stored, differences }, null, 2));
    else {
      for (const difference of differences.slice(0, mostShown)) say(lineOf(difference));
      if (differences.length > mostShown) say(`… and ${differences.length - mostShown} more (--json shows all).`);
      say(
        `Files that rows name: ${named}, stored: ${stored}, ${differences.length === 0 ? 'no difference' : `differences: ${differences.length}`}.`,
      );
    }
    return differences.length === 0 ? 0 : 1;
  },
};

export const fileCommands: readonly Command[] = [verify];
