import { verifyArchive } from '@konsil/server-take-away/verify-archive';
import type { SettingsCommand } from './command.ts';

const verify: SettingsCommand = {
  name: 'record verify',
  summary: 'Check that an archive of a case or person is as it was signed',
  usage: 'FILE [--key KID]',
  help: [
    'Reads the file only: it needs neither network nor database, and works for archives of other installations.',
    'Without --key it says which key signed the archive; compare it with "kid" at https://PORTAL/api/record-key.',
    '--key    the "kid" of the installation that the archive must come from',
    'Exit code 1 if a member is missing, changed or added, or the signature or key is another one.',
  ],
  options: { key: { type: 'string' } },
  words: 1,
  settingsOnly: true,
  run: async ({ words: [file = ''], options: { key }, say }) => {
    const { faults, files, createdAt, keyId } = await verifyArchive(file);
    if (key !== undefined && key !== keyId) faults.push(`It was signed with another key: ${keyId}`);
    for (const fault of faults) say(fault);
    if (faults.length > 0) return 1;
    say(`${files} files of ${createdAt} are as they were signed with the key ${keyId}.`);
    return 0;
  },
};

export const recordCommands: readonly SettingsCommand[] = [verify];
