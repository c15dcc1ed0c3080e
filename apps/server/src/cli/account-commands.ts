import { appendAudit } from '@konsil/server-platform/audit/audit';
import { accountHits } from '@konsil/server-domain/accounts/account-limits';
import { accountByEmail, accountById } from '@konsil/server-domain/accounts/accounts.queries';
import { OperatorError, operator } from '@konsil/server-consultation/doctors/invitations';
import { dropSecondFactor } from '@konsil/server-accounts/second-factor';
import { eraseForOwner } from '@konsil/server-privacy/erasure';
import type { Command } from './command.ts';

const unlock: Command = {
  name: 'account unlock',
  summary: 'Let somebody try again at once who made too many attempts',
  usage: '<e-mail> [--remove-second-factor]',
  help: [
    '--remove-second-factor   for somebody who lost the authenticator app and the recovery codes: make sure who asks',
  ],
  options: { 'remove-second-factor': { type: 'boolean', default: false } },
  words: 1,
  run: async ({ installation: { db, vault, limits, clock }, options, words: [email = ''], say }) => {
    const found = await accountByEmail(db, email);
    if (!found) throw new OperatorError(`There is no account with the address ${email}.`);
    await limits.forget(...accountHits(found.id, found.email));
    const removed = await db.transaction(async (tx) => {
      const remove =
        Boolean(options['remove-second-factor']) &&
        (await dropSecondFactor(tx, vault, await accountById(tx, found.id, true), clock.now()));
      await appendAudit(tx, vault, operator, clock.now(), [
        { action: remove ? 'account.second_factor_off' : 'account.unlock', result: 'allowed', subjectId: found.id },
      ]);
      return remove;
    });
    say(`${email} can sign in again${removed ? ', with the password alone' : ''}.`);
  },
};

const erase: Command = {
  name: 'account erase',
  summary: 'Erase an account after 30 days, for somebody who asks for it and cannot sign in',
  usage: '<e-mail> [--keep]',
  help: [
    'Art. 17 GDPR: make sure who asks. The owner is told by e-mail and can take it back.',
    '--keep   keep the account after all',
  ],
  options: { keep: { type: 'boolean', default: false } },
  words: 1,
  run: async ({ installation, options, words: [email = ''], say }) => {
    const { day, held } = await eraseForOwner(installation, email, Boolean(options['keep']));
    say(
      day
        ? `${email} is erased at ${day.toISOString().slice(0, 16).replace('T', ' ')} UTC, unless it is taken back; its owner is told.`
        : `${email} is kept.`,
    );
    if (day && held)
      say('The account is under a legal hold: nothing is erased before an operator ends it at the console.');
  },
};

export const accountCommands: readonly Command[] = [unlock, erase];
