import { addClient, ClientFault, listClients, removeClient, rotateClient } from '@konsil/server-fhir/auth/clients';
import { doctorIds, idIn, keyHelp, keyOptions, keysIn, toldAs } from './systems.ts';
import { WrongUsage, type Command } from './command.ts';

const told = toldAs(ClientFault);
const add: Command = {
  name: 'client add',
  summary: 'Let another system sign in for some doctors, or those of a clinic (FHIR)',
  usage:
    '<name> (--doctors <e-mail>,<e-mail> | --clinic <id or name>) (--jwks <file> | --jwks-url <https address>) [--scopes "system/*.rs"]',
  help: [
    'The name is shown in access logs (docs/fhir.md).',
    '--doctors   whose patients it may see, one doctor per token',
    '--clinic    or all doctors of a clinic, each only as long as they belong to it',
    ...keyHelp,
    '--scopes    the most that it may ask for (system/*.rs: read and search everything)',
  ],
  options: {
    ...keyOptions,
    doctors: { type: 'string', default: '' },
    clinic: { type: 'string' },
    scopes: { type: 'string', default: 'system/*.rs' },
  },
  words: 1,
  run: async (call) => {
    const {
      installation,
      options,
      words: [name = ''],
      say,
    } = call;
    const { scopes, clinic } = options;
    const ids = await doctorIds(call);
    if (ids && clinic !== undefined) throw new WrongUsage('Give either --doctors or --clinic.');
    const actsFor = clinic === undefined ? { doctorIds: ids ?? [] } : { clinic: String(clinic) };
    const id = await told(() => addClient(installation, { name, scopes: String(scopes), ...actsFor, ...keysIn(call) }));
    say(`Client ${id} is registered. This is its client id (iss and sub).`);
    for (const origin of new Set([installation.env.origins.doctor, installation.env.origins.api]))
      say(`Token endpoint: ${origin}/fhir/auth/token`);
  },
};

const list: Command = {
  name: 'client list',
  summary: 'List the systems that may sign in for doctors',
  usage: '[--json]',
  help: ['--json   for programs'],
  options: { json: { type: 'boolean', default: false } },
  words: 0,
  run: async ({ installation, options, say }) => {
    const rows = await listClients(installation);
    if (options['json']) return say(JSON.stringify(rows, null, 2));
    if (rows.length === 0) return say('There are no clients.');
    for (const { id, name, scopes, keys, clinic, doctors, lastTokenAt } of rows) {
      say(`${id}  ${name}  ${scopes.join(' ')}  keys: ${keys}  last token: ${lastTokenAt ?? 'none'}`);
      if (clinic) say(`  clinic: ${clinic.name} (${clinic.id})`);
      for (const doctor of doctors) say(`  Practitioner/${doctor.id}  ${doctor.email}`);
    }
  },
};

const remove: Command = {
  name: 'client remove',
  summary: 'End the access of another system at once',
  usage: '<id>',
  words: 1,
  run: async ({ installation, words, say }) => {
    const id = idIn('client list', words);
    await told(() => removeClient(installation, id));
    say(`Client ${id} is removed, and its tokens have ended.`);
  },
};

const rotate: Command = {
  name: 'client rotate',
  summary: 'Replace the keys of another system',
  usage: '<id> (--jwks <file> | --jwks-url <https address>)',
  help: [...keyHelp, 'Its tokens end at once; it gets new ones with its new key.'],
  options: keyOptions,
  words: 1,
  run: async (call) => {
    const id = idIn('client list', call.words);
    await told(() => rotateClient(call.installation, id, keysIn(call)));
    call.say(`Client ${id} has new keys.`);
  },
};

export const clientCommands: readonly Command[] = [add, list, remove, rotate];
