import { accountByEmail } from '@konsil/server-domain/accounts/accounts.queries';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';
import { webhookEvents } from '@konsil/contracts/webhooks';
import {
  addWebhook,
  enableWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhook,
  WebhookFault,
} from '@konsil/server-notifications/webhooks/webhooks';
import { WrongUsage, type Call, type Command } from './command.ts';

const namesIn = (text: unknown): string[] =>
  String(text)
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** A fault of what was typed is told like any wrong usage. */
const told = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (fault) {
    throw fault instanceof WebhookFault ? new WrongUsage(fault.message) : fault;
  }
};
const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
const idIn = ([id = '']: string[]): string => {
  if (!isId(id)) throw new WrongUsage('"webhook list" shows the ids.');
  return id;
};

const doctorIds = async ({ installation, options }: Call): Promise<string[] | null> => {
  const emails = namesIn(options['doctors'] ?? '');
  if (emails.length === 0) return null;
  const ids: string[] = [];
  for (const email of emails) {
    const account = await accountByEmail(installation.db, email);
    if (!account || !isOfKind(account, 'doctor')) throw new WrongUsage(`There is no doctor with the address ${email}.`);
    ids.push(account.id);
  }
  return ids;
};

const add: Command = {
  name: 'webhook add',
  summary: 'Tell another system of events, by ids only',
  usage: '<https address> [--events request.sent,answer.sent,document.added] [--doctors <e-mail>,<e-mail>]',
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
      for (const { id, state, url, events, doctorIds: doctors, failingSince, failure } of rows)
        say(
          `${state.padEnd(8)}  ${id}  ${url}  ${events.join(', ')}${doctors ? `  of ${doctors.length} doctors` : ''}${failure ? `  since ${failingSince}: ${failure}` : ''}`,
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
    const id = idIn(words);
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
    const id = idIn(words);
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
    const id = idIn(words);
    await told(() => enableWebhook(installation, id));
    say(`Webhook ${id} is enabled.`);
  },
};

export const webhookCommands: readonly Command[] = [add, list, remove, rotate, enable];
