import { parseArgs } from 'node:util';
import { BadSettings } from '@konsil/server-settings/env';
import { knownSchema } from '@konsil/server-domain/database/schema-state';
import { OtherInstallationError } from '@konsil/server-storage/identity';
import { OperatorError } from '@konsil/server-consultation/doctors/invitations';
import { accountCommands } from './account-commands.ts';
import { auditCommands } from './audit-commands.ts';
import { backupCommands } from './backup-commands.ts';
import { breachCommands } from './breach-commands.ts';
import { checkCommands } from './check-command.ts';
import { appCommands } from './app-commands.ts';
import { clientCommands } from './client-commands.ts';
import { clinicCommands } from './clinic-commands.ts';
import { codeCommands } from './code-commands.ts';
import { WrongUsage, type Command, type CommandWords, type Installation, type SettingsCommand } from './command.ts';
import { doctorCommands } from './doctor-commands.ts';
import { fileCommands } from './file-commands.ts';
import { installationCommands } from './installation-commands.ts';
import { release } from '../release.ts';
import { keyCommands } from './key-commands.ts';
import { letterCommands } from './letter-commands.ts';
import { migrateCommands } from './migrate-command.ts';
import { operatorCommands } from './operator-commands.ts';
import { recordCommands } from './record-commands.ts';
import { retentionCommands } from './retention-command.ts';
import { statusCommands } from './status-commands.ts';
import { webhookCommands } from './webhook-commands.ts';

const commands: readonly (Command | SettingsCommand)[] = [
  ...statusCommands,
  ...doctorCommands,
  ...accountCommands,
  ...operatorCommands,
  ...letterCommands,
  ...webhookCommands,
  ...clientCommands,
  ...clinicCommands,
  ...appCommands,
  ...codeCommands,
  ...auditCommands,
  ...breachCommands,
  ...recordCommands,
  ...retentionCommands,
  ...keyCommands,
  ...backupCommands,
  ...fileCommands,
  ...installationCommands,
  ...migrateCommands,
  ...checkCommands,
];

export interface Terminal {
  /** The way commands are invoked here. */
  called: string;
  say: (line: string) => void;
  complain: (line: string) => void;
}

const overview = (called: string): string =>
  [
    `The operator’s commands: ${called} <command>`,
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(18)} ${summary}`),
    '',
    `${called} --version says what is installed. ${called} <command> --help tells more. Exit code 0: done, 1: not possible or something is wrong, 2: not typed as it must be.`,
  ].join('\n');

const explain = (called: string, { name, summary, usage, help = [] }: CommandWords): string =>
  [
    summary,
    '',
    `  ${called} ${name}${usage ? ` ${usage}` : ''}`,
    ...(help.length > 0 ? ['', ...help.map((line) => `  ${line}`)] : []),
  ].join('\n');

const wordsOf = (error: unknown): string => {
  if (error instanceof BadSettings) return error.lines.join('\n');
  const { cause, message, code } = error as {
    cause?: { message?: string; code?: string };
    message?: string;
    code?: string;
  };
  return (cause?.message || cause?.code || message || code || String(error)).split('\n')[0] ?? '';
};

const parse = (command: CommandWords, rest: string[]) => {
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      options: { ...command.options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
      strict: true,
    });
    return { options: values as Record<string, string | boolean | undefined>, words: positionals };
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
};

/**
 * Runs one of the operator's commands.
 * @param open opens the installation; only commands that are typed rightly get that far
 * @returns the exit code
 */
export const runCommand = async (
  args: readonly string[],
  open: (command: Command) => Promise<Installation>,
  { called, say, complain }: Terminal,
): Promise<number> => {
  if (args.length === 0 || args[0] === '--help' || args[0] === '-h' || args[0] === 'help') {
    say(overview(called));
    return args.length === 0 ? 2 : 0;
  }
  if (args[0] === '--version' || args[0] === '-v' || args[0] === 'version') {
    const { version, commit } = release;
    say(
      `Konsil ${version}${commit ? ` (${commit.slice(0, 12)})` : ''}, data model ${knownSchema()}, Node ${process.version}`,
    );
    return 0;
  }
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => args[at] === word));
  if (!command) {
    complain(`There is no command "${args.slice(0, 2).join(' ')}".\n\n${overview(called)}`);
    return 2;
  }
  let installation: Installation | undefined;
  try {
    const { options, words } = parse(command, args.slice(command.name.split(' ').length));
    if (options.help) {
      say(explain(called, command));
      return 0;
    }
    if (words.length !== command.words)
      throw new WrongUsage(
        command.words === 0 ? `"${words[0]}" is too much.` : `${command.usage.split(' ')[0]} is missing.`,
      );
    if ('settingsOnly' in command) return (await command.run({ options, words, say })) ?? 0;
    if (command.alone && options[command.alone.option]) return (await command.alone.run({ options, words, say })) ?? 0;
    installation = await open(command);
    return (await command.run({ installation, options, words, say })) ?? 0;
  } catch (error) {
    if (!(error instanceof WrongUsage)) {
      complain(
        error instanceof OperatorError || error instanceof OtherInstallationError ? error.message : wordsOf(error),
      );
      return 1;
    }
    complain(`${error.message}\n\n${explain(called, command)}`);
    return 2;
  } finally {
    await installation?.close();
  }
};
