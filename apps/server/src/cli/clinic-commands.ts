import { readFileSync } from 'node:fs';
import { tryArchive } from '@konsil/server-documents/clinic-archive/ask-archive';
import {
  ArchiveFault,
  connectArchive,
  disconnectArchive,
  listArchives,
  type Credentials,
} from '@konsil/server-documents/clinic-archive/clinic-archives';
import { WrongUsage, type Call, type Command } from './command.ts';
import { toldAs } from './systems.ts';

const told = toldAs(ArchiveFault);

const firstLineOf = (file: string): string => {
  try {
    return (readFileSync(file === '-' ? 0 : file, 'utf8').split(/\r?\n/)[0] ?? '').trim();
  } catch (error) {
    throw new WrongUsage(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
};
const credentialsIn = ({ options: { basic, bearer } }: Call): Credentials | null => {
  if (basic !== undefined && bearer !== undefined) throw new WrongUsage('Give either --basic or --bearer.');
  if (basic !== undefined) return { basic: firstLineOf(String(basic)) };
  return bearer === undefined ? null : { bearer: firstLineOf(String(bearer)) };
};

const connect: Command = {
  name: 'clinic connect-archive',
  summary: "Let the doctors of a clinic fetch images from the clinic's archive (DICOMweb)",
  usage: '<id or name of the clinic> <https address> [--basic <file> | --bearer <file>]',
  help: [
    'The address is the DICOMweb root, below which /studies is. It replaces the one before (docs/hospitals.md).',
    '--basic    a file whose first line is name:password; - reads standard input',
    '--bearer   a file whose first line is a token; - reads standard input',
  ],
  options: { basic: { type: 'string' }, bearer: { type: 'string' } },
  words: 2,
  run: async (call) => {
    const {
      installation,
      words: [clinic = '', url = ''],
      say,
    } = call;
    const credentials = credentialsIn(call);
    const name = await told(() => connectArchive(installation, { clinic, url, credentials }));
    say(`The archive of ${name} is connected. "clinic archives" says whether it answers.`);
  },
};

const disconnect: Command = {
  name: 'clinic disconnect-archive',
  summary: "End the connection to a clinic's archive at once; fetched images stay",
  usage: '<id or name of the clinic>',
  words: 1,
  run: async ({ installation, words: [clinic = ''], say }) => {
    const name = await told(() => disconnectArchive(installation, clinic));
    say(`The archive of ${name} is disconnected.`);
  },
};

const list: Command = {
  name: 'clinic archives',
  summary: 'List the archives of clinics, and whether they answer',
  usage: '[--json]',
  help: [
    '--json   for programs',
    'Asks each for a patient number that nobody has. Exit code 1 when one does not answer.',
  ],
  options: { json: { type: 'boolean', default: false } },
  words: 0,
  run: async ({ installation, options, say }) => {
    const networks = installation.env.ARCHIVE_PRIVATE_NETWORKS;
    const rows = await Promise.all(
      (await listArchives(installation.db, () => installation.vault)).map(async ({ clinic, secrets }) => {
        const problem = await tryArchive({ ...secrets, networks });
        return { clinic, url: secrets.url, failure: problem && `${problem.failure}: ${problem.message}` };
      }),
    );
    if (options['json']) say(JSON.stringify(rows, null, 2));
    else if (rows.length === 0) say('No clinic has an archive.');
    else
      for (const { clinic, url, failure } of rows) say(`${clinic.id}  ${clinic.name}  ${url}  ${failure ?? 'answers'}`);
    return rows.some(({ failure }) => failure !== null) ? 1 : 0;
  },
};

export const clinicCommands: readonly Command[] = [connect, disconnect, list];
