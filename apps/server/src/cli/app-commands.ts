import { isConfidential } from '@konsil/server-fhir/apps/authorization';
import { addApp, AppFault, listRegisteredApps, removeApp, rotateApp } from '@konsil/server-fhir/apps/registration';
import { iso } from '@konsil/server-platform/clock';
import type { Command } from './command.ts';
import { idIn, keyHelp, keyOptions, keysIn, namesIn, toldAs } from './systems.ts';

const told = toldAs(AppFault);

const add: Command = {
  name: 'app add',
  summary: 'Register an app that patients may let read for them (FHIR)',
  usage:
    '<name> --by <company> --redirect-uris <address>,<address> [--launch-uri <address>] [--jwks <file> | --jwks-url <https address>] [--website <https address>] [--contact <text>]',
  help: [
    'Patients see the name and who is behind the app before they allow it anything (docs/fhir.md).',
    '--by             the company or person that operates the app',
    '--redirect-uris  where patients are led back to: https addresses, or http on the own computer',
    '--launch-uri     opens the app from the portal, for patients who allowed it',
    'An app with a server of its own signs its requests for tokens (confidential):',
    ...keyHelp,
    '--website        shown to patients',
    '--contact        such as an e-mail address, shown to patients',
  ],
  options: {
    by: { type: 'string', default: '' },
    'redirect-uris': { type: 'string', default: '' },
    'launch-uri': { type: 'string', default: '' },
    ...keyOptions,
    website: { type: 'string', default: '' },
    contact: { type: 'string', default: '' },
  },
  words: 1,
  run: async (call) => {
    const {
      installation,
      options,
      words: [name = ''],
      say,
    } = call;
    const isSigning = options['jwks'] !== undefined || options['jwks-url'] !== undefined;
    const keys = isSigning ? keysIn(call) : undefined;
    const id = await told(() =>
      addApp(installation, {
        name,
        operator: String(options['by']),
        redirectUris: namesIn(options['redirect-uris']),
        website: String(options['website']),
        contact: String(options['contact']),
        launchUri: String(options['launch-uri']),
        keys,
      }),
    );
    say(
      `App ${id} is registered. This is its client_id; ${keys ? 'it signs its requests for tokens' : 'it has no secret'}.`,
    );
    say(`FHIR address (iss, aud): ${installation.env.origins.patient}/fhir`);
  },
};

const list: Command = {
  name: 'app list',
  summary: 'List the apps that patients may let read',
  usage: '[--json]',
  help: ['--json   for programs'],
  options: { json: { type: 'boolean', default: false } },
  words: 0,
  run: async ({ installation, options, say }) => {
    const apps = (await listRegisteredApps(installation)).map(({ createdAt, removedAt: _removed, ...app }) => ({
      ...app,
      createdAt: iso(createdAt),
    }));
    if (options['json']) return say(JSON.stringify(apps, null, 2));
    if (apps.length === 0) return say('There are no apps.');
    for (const { id, name, operator, redirectUris, launchUri, ...keys } of apps)
      say(
        [
          ...[id, name, `by ${operator}`, redirectUris.join(' ')],
          ...(launchUri ? [`opened at ${launchUri}`] : []),
          ...(isConfidential(keys) ? ['confidential'] : []),
        ].join('  '),
      );
  },
};

const remove: Command = {
  name: 'app remove',
  summary: 'End an app, and everything that patients allowed it, at once',
  usage: '<id>',
  words: 1,
  run: async ({ installation, words, say }) => {
    const id = idIn('app list', words);
    await told(() => removeApp(installation, id));
    say(`App ${id} is removed, and its accesses have ended.`);
  },
};

const rotate: Command = {
  name: 'app rotate',
  summary: 'Replace the keys of a confidential app',
  usage: '<id> (--jwks <file> | --jwks-url <https address>)',
  help: [...keyHelp, 'What patients allowed it stays; its next request for a token needs the new key.'],
  options: keyOptions,
  words: 1,
  run: async (call) => {
    const id = idIn('app list', call.words);
    await told(() => rotateApp(call.installation, id, keysIn(call)));
    call.say(`App ${id} has new keys.`);
  },
};

export const appCommands: readonly Command[] = [add, list, remove, rotate];
