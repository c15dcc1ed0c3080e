import { emailSchema } from '@konsil/contracts/accounts';
import { locales } from '@konsil/contracts/codes';
import { requiredText } from '@konsil/contracts/common';
import { operatorPermissions, type OperatorPermission } from '@konsil/contracts/console-codes';
import { readableAddress } from '@konsil/contracts/mail-address';
import * as z from 'zod/mini';
import { closeOperator, inviteOperator, listOperators } from '@konsil/server-operators/operators';
import { invalidFields } from '@konsil/server-platform/http/problems';
import { fieldMessage } from '@konsil/server-platform/http/words';
import { WrongUsage, type Command } from './command.ts';

const invitation = z.object({
  email: emailSchema,
  name: requiredText('lastNameMissing', 200),
  permissions: z.array(z.enum(operatorPermissions)),
  locale: z.enum(locales, 'localeInvalid'),
});

/** The effect of each permission of the console. */
const allows: Record<OperatorPermission, string> = {
  people: 'find accounts, lock them, end sessions, ask for and confirm the reset of a second factor',
  doctors: 'invite doctors, close their accounts, enter their absences, clinics and who belongs to them',
  letters: 'see which e-mails and SMS wait, and try them again',
  audit: 'read what operators did',
  holds: 'place and end legal holds (with people, to find the account)',
  legal: 'publish the privacy notice and the terms of use',
  quotas: 'change limits',
  forms: 'give specialties a form',
};

const invite: Command = {
  name: 'operator invite',
  summary: 'Invite an operator of the console, or change name and permissions of one',
  usage: '<e-mail> --name <name> [--permissions people,letters] [--locale de]',
  help: [
    'The link in the invitation is valid for 24 hours; a second factor is set up at the first sign-in.',
    '--permissions  for parts of the console; the state of the installation needs none:',
    ...operatorPermissions.map((one) => `               ${one.padEnd(8)} ${allows[one]}`),
    '--locale       language of the invitation, de or en (de)',
  ],
  options: {
    name: { type: 'string' },
    permissions: { type: 'string', default: '' },
    locale: { type: 'string', default: 'de' },
  },
  words: 1,
  run: async ({ installation, options, words: [email = ''], say }) => {
    const permissions = String(options['permissions'])
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
    const unknown = permissions.find((one) => !(operatorPermissions as readonly string[]).includes(one));
    if (unknown) throw new WrongUsage(`There is no permission "${unknown}", only ${operatorPermissions.join(', ')}.`);
    const checked = z.safeParse(invitation, { email, permissions, name: options['name'], locale: options['locale'] });
    if (!checked.success)
      throw new WrongUsage(
        invalidFields(checked.error.issues)
          .details.errors?.map(
            ({ path, code }) => `${path === 'email' ? '<e-mail>' : `--${path}`}: ${fieldMessage(code, 'en')}.`,
          )
          .join('\n'),
      );
    const { name: fullName, ...others } = checked.data;
    const sent = await inviteOperator(installation, { ...others, fullName });
    say(
      sent
        ? `The invitation is sent to ${readableAddress(others.email)} as soon as a server runs.`
        : `${readableAddress(others.email)} has these permissions now: ${permissions.join(', ') || 'none'}.`,
    );
  },
};

const close: Command = {
  name: 'operator close',
  summary: "Close an operator's account: sessions end at once",
  usage: '<e-mail>',
  help: ['"operator invite" opens it again.'],
  words: 1,
  run: async ({ installation, words: [email = ''], say }) => {
    await closeOperator(installation, email);
    say(`The account of ${email} is closed.`);
  },
};

const list: Command = {
  name: 'operator list',
  summary: 'List the operators and their permissions',
  usage: '[--json]',
  help: ['--json   for programs'],
  options: { json: { type: 'boolean', default: false } },
  words: 0,
  run: async ({ installation, options, say }) => {
    const operators = await listOperators(installation);
    if (options['json']) return say(JSON.stringify(operators, null, 2));
    if (operators.length === 0)
      return say('There are no operators yet: "operator invite --help" says how to invite one.');
    for (const { state, name, email, permissions } of operators)
      say(`${state.padEnd(22)} ${name} <${readableAddress(email)}>  ${permissions.join(', ') || 'no permissions'}`);
  },
};

export const operatorCommands: readonly Command[] = [invite, close, list];
