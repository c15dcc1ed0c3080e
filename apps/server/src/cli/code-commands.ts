import { codeSystemNames } from '@konsil/contracts/code-words';
import { codeSystems, type CodeSystem } from '@konsil/contracts/medical-codes';
import { practiceDay } from '@konsil/contracts/practice-time';
import { CodeFileFault } from '@konsil/server-doctors/codes/read-code-file';
import { importCodes, importedLists } from '@konsil/server-doctors/codes/import-codes';
import { OperatorError } from '@konsil/server-consultation/doctors/invitations';
import { WrongUsage, type Command } from './command.ts';

const isSystem = (name: string): name is CodeSystem => (codeSystems as readonly string[]).includes(name);

const add: Command = {
  name: 'codes import',
  summary: 'Import a version of ICD-10-GM or OPS, from which doctors choose codes',
  usage: '<file> --system icd10gm|ops --version <year>',
  help: [
    'The file is icd10gm2026syst_kodes.txt or ops2026syst_kodes.txt from the metadata (TXT) of BfArM (docs/codes.md).',
    'All of it or nothing. Other versions stay; the same version is replaced.',
  ],
  options: { system: { type: 'string', default: '' }, version: { type: 'string', default: '' } },
  words: 1,
  run: async ({ installation: { db, clock }, options, words: [file = ''], say }) => {
    const [system, version] = [String(options['system']), String(options['version'])];
    if (!isSystem(system)) throw new WrongUsage(`--system is one of ${codeSystems.join(', ')}.`);
    if (!/^20\d\d$/.test(version)) throw new WrongUsage('--version is a year, such as 2026.');
    // The names of the official files tell system and year.
    const [, named, year] = /(icd10gm|ops)(20\d\d)syst_kodes/.exec(file) ?? [];
    if ((named && named !== system) || (year && year !== version))
      throw new WrongUsage(`The file is named ${named}${year}, not ${system}${version}.`);
    try {
      const codes = await importCodes(db, file, { system, version, now: clock.now() });
      say(`${codeSystemNames[system]} ${version}: ${codes} codes can be chosen.`);
    } catch (error) {
      if (error instanceof CodeFileFault) throw new OperatorError(`Nothing was imported. ${error.message}`);
      throw error;
    }
  },
};

const list: Command = {
  name: 'codes list',
  summary: 'List the imported versions of ICD-10-GM and OPS',
  usage: '',
  help: ['Exit code 1 when a system has no version of this year: doctors then see last year’s, or no field at all.'],
  words: 0,
  run: async ({ installation: { db, clock }, say }) => {
    const lists = await importedLists(db);
    const year = practiceDay(clock.now()).slice(0, 4);
    for (const { system, version, codes, importedAt } of lists)
      say(`${codeSystemNames[system]} ${version}  ${codes} codes  imported ${importedAt.toISOString().slice(0, 10)}`);
    const missing = codeSystems.filter((system) => !lists.some((one) => one.system === system && one.version === year));
    for (const system of missing)
      say(
        lists.some((one) => one.system === system && one.version < year)
          ? `${codeSystemNames[system]} ${year} is missing: doctors choose from the version before.`
          : `${codeSystemNames[system]} ${year} is missing: doctors see no field for it.`,
      );
    return missing.length > 0 ? 1 : 0;
  },
};

export const codeCommands: readonly Command[] = [add, list];
