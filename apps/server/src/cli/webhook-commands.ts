import { webhookEvents } from '@konsil/contracts/webhooks';
import {
  addWebhook,
  enableWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhook,
  WebhookFault,
} from '@konsil/server-notifications/webhooks/webhooks';
import { doctorIds, idIn, namesIn, toldAs } from './systems.ts';
import type { Command } from './command.ts';

const told = toldAs(WebhookFault);
const idOf = (words: string[]): string => idIn('webhook list', words);

const add: Command = {
  name: 'webhook add',
  summary: 'Tell another system of events, by ids only',
  usage: `<https address> [--events ${webhookEvents.join(',')}] [--doctors <e-mail>,<e-mail>]`,
  help: [
    'The secret that signs each call is shown once (docs/webhooks.md).',
    `--events   which of ${webhookEvents.join(', ')} (all)`,
    '--doctors  only cases of these doctors (all)',
  ],
  options: { events: { type: 'string', default: '' }, doctors: { type: 'string', default: '' } },
  words: 1,
  run: async (call) => {
    const {
      installation,
      options,
      words: [url = ''],
      say,
    } = call;
    const doctors = await doctorIds(call);
    const { id, secret } = await told(() =>
      addWebhook(installation, { url, events: namesIn(options['events']), doctorIds: doctors }),
    );
    say(`Webhook ${id} is registered.`);
    say(`Secret: ${secret}`);
  },
};

const list: Command = {
  name: 'webhook list',
  summary: 'List the webhooks and whether they arrive',
  usage: '[--json]',
  help: ['--json   for programs', 'Exit code 1 when one is disabled.'],
  options: { json: { type: 'boolean', default: false } },
  words: 0,
  run: async ({ installation, options, say }) => {
    const rows = await listWebhooks(installation);
    if (options['json']) say(JSON.stringify(rows, null, 2));
    else if (rows.length === 0) say('There are no webhooks.');
    else
      for (const { id, state, url, events, doctorIds: doctors, clientId, failingSince, failure } of rows)
        say(
          `${state.padEnd(8)}  ${id}  ${url}  ${events.join(', ')}${doctors ? `  of ${doctors.length} doctors` : ''}${clientId ? `  by client ${clientId}` : ''}${failure ? `  since ${failingSince}: ${failure}` : ''}`,
        );
    return rows.some(({ state }) => state === 'disabled') ? 1 : 0;
  },
};

const remove: Command = {
  name: 'webhook remove',
  summary: 'Tell another system nothing any more',
  usage: '<id>',
  words: 1,
  run: async ({ installation, words, say }) => {
    const id = idOf(words);
    await told(() => removeWebhook(installation, id));
    say(`Webhook ${id} is removed.`);
  },
};

const rotate: Command = {
  name: 'webhook rotate',
  summary: 'Make a new secret for a webhook',
  usage: '<id>',
  help: ['For 24 hours each call is signed with both, so that the other system can change over.'],
  words: 1,
  run: async ({ installation, words, say }) => {
    const id = idOf(words);
    const { secret, until } = await told(() => rotateWebhook(installation, id));
    say(`Secret: ${secret}`);
    say(`The one before is valid until ${until}.`);
  },
};

const enable: Command = {
  name: 'webhook enable',
  summary: 'Start a disabled webhook again, with what happens from now on',
  usage: '<id>',
  words: 1,
  run: async ({ installation, words, say }) => {
    const id = idOf(words);
    await told(() => enableWebhook(installation, id));
    say(`Webhook ${id} is enabled.`);
  },
};

export const webhookCommands: readonly Command[] = [add, list, remove, rotate, enable];
