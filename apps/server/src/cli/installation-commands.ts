import { iso } from '@konsil/server-platform/clock';
import type { Identity } from '@konsil/server-storage/identity';
import type { Command } from './command.ts';

const describe = ({ id, quiet }: Identity): string =>
  quiet
    ? `Installation ${id}, a copy that is quiet since ${iso(quiet.since).slice(0, 16).replace('T', ' ')} UTC: ${quiet.reason}.`
    : `Installation ${id}.`;

const show: Command = {
  name: 'installation show',
  summary: 'Say which installation this is, and whether it is quiet',
  usage: '',
  words: 0,
  asItIs: true,
  run: async ({ installation: { identity }, say }) => {
    await identity.check();
    say(describe(identity));
    if (identity.trouble) say(identity.trouble);
    return identity.trouble ? 1 : 0;
  },
};

const activate: Command = {
  name: 'installation activate',
  summary: 'Say that this is the installation: a restored copy stops being quiet',
  usage: '--id <installation>',
  help: [
    'Also after storage or data folder were replaced on purpose. Stop every other server of this installation first.',
    'Letters that wait are dropped, due erasures are carried out, orphaned files are deleted, backups are made.',
    '--id      The id of the installation, as a confirmation; without it this says what would happen.',
  ],
  options: { id: { type: 'string' } },
  words: 0,
  asItIs: true,
  run: async ({ installation: { identity }, options: { id }, say }) => {
    say(describe(identity));
    if (id !== identity.id) {
      say(
        id === undefined
          ? 'From the moment on that you say it is the installation, letters leave to patients and doctors, due erasures are carried out, and files without a row are deleted.'
          : `${String(id)} is another one.`,
      );
      say(`If no other server of it runs any more, say so with --id ${identity.id}`);
      return 1;
    }
    const dropped = await identity.activate();
    say(`This is the installation now. Letters that waited and were dropped: ${dropped}.`);
    return 0;
  },
};

const quiet: Command = {
  name: 'installation quiet',
  summary: 'Make this a quiet copy, before a server is started on it: nothing is sent, erased or deleted',
  usage: '',
  words: 0,
  asItIs: true,
  run: async ({ installation: { identity }, say }) => {
    await identity.beQuiet('operator');
    say(describe(identity));
  },
};

export const installationCommands: readonly Command[] = [show, activate, quiet];
