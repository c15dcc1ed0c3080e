import { dataKeys } from '@konsil/server-domain/schema';
import { renewSecretOfInstallation } from '@konsil/server-platform/keys/keys';
import { notifyProcesses } from '@konsil/server-platform/events/notify';
import { reseal, sealedKinds } from '@konsil/server-domain/sealed/reseal';
import { WrongUsage, type Command } from './command.ts';

const rotate: Command = {
  name: 'keys rotate',
  summary: 'Wrap all data keys with a new master key; servers go on working',
  usage: '',
  help: [
    'With KONSIL_SECRET: restart the servers with the new secret in KONSIL_SECRET and the old one in KONSIL_PREVIOUS_SECRETS,',
    'run this with the same settings, then restart them without KONSIL_PREVIOUS_SECRETS.',
    'Without KONSIL_SECRET: this makes a new secret in the data folder by itself.',
  ],
  words: 0,
  run: async ({ installation: { db, vault, env }, say }) => {
    if (!env.KONSIL_SECRET) {
      const inUse = await db.selectDistinct({ version: dataKeys.masterVersion }).from(dataKeys);
      await renewSecretOfInstallation(env.KONSIL_DATA_DIR, new Set(inUse.map((row) => row.version)));
      await vault.reload();
      await notifyProcesses(db, { kind: 'keys_rotated' });
    }
    say(`${await vault.rotate(db)} data keys were wrapped anew.`);
  },
};

const resealing: Command = {
  name: 'reseal',
  summary: 'Rewrite all rows of a kind of sealed JSON with its current version; servers go on working',
  usage: 'KIND',
  help: [
    'It can be stopped at any time and run again: finished rows are only read.',
    `KIND is one of ${[...sealedKinds.keys()].join(', ')}, or all.`,
  ],
  words: 1,
  run: async ({ installation: { db, vault }, words: [name = ''], say }) => {
    const columns = name === 'all' ? [...sealedKinds.values()] : [sealedKinds.get(name)].filter((column) => !!column);
    if (columns.length === 0) throw new WrongUsage(`There is no kind ${name}.`);
    for (const column of columns) {
      const { rewritten, current } = await reseal(db, vault, column);
      say(
        `${column.kind.name}: ${rewritten} rows were rewritten, ${current} were of version ${column.kind.versions.length} already.`,
      );
    }
  },
};

export const keyCommands: readonly Command[] = [rotate, resealing];
