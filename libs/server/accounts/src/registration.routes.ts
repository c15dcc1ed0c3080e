import { accountRoutes as contracts } from '@konsil/contracts/accounts';
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '@konsil/server-platform/database/client';
import { accounts, consents } from '@konsil/server-domain/schema';
import { open } from '@konsil/server-domain/access/addresses';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { isAtConsole, portalOf } from '@konsil/server-platform/http/origins';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { invalid, violatesUnique, keepingWork, Problem } from '@konsil/server-platform/http/problems';
import { auditActorOf } from '@konsil/server-domain/accounts/account-kind';
import { route } from '@konsil/server-domain/http/route';
import { sessionCookie } from '@konsil/server-domain/sessions/session-cookies';
import {
  correctionHits,
  letterHits,
  linkHits,
  noticeHits,
  signUpHits,
  takenHits,
  invalidTokenHits,
} from '@konsil/server-domain/accounts/account-limits';
import {
  accountByEmail,
  accountById,
  isClosed,
  type AccountRow,
} from '@konsil/server-domain/accounts/accounts.queries';
import { isFromOtherBrowser, hasSignedUp, rememberConfirmation, rememberSignUp } from './device.ts';
import { constantTime } from './even-time.ts';
import { consentTextVersion } from '@konsil/server-domain/accounts/legal-texts';
import { acceptLegalText, versionsInForce } from '@konsil/server-domain/accounts/legal-versions';
import { issueLink, maySendLink, peekLink, retireLinks, takeLink } from './mail-links.ts';
import { hashNewPassword } from './new-password.ts';
import { checkCredentials, openSession } from './sign-in.ts';

/** Sends the link that confirms an account's address. */
const sendConfirmation = async (
  kernel: Kernel,
  tx: Tx,
  account: Pick<AccountRow, 'id' | 'email' | 'locale' | 'role'>,
): Promise<void> => {
  const link = await issueLink(tx, kernel.vault, {
    accountId: account.id,
    purpose: 'confirm_email',
    to: account.email,
    portal: portalOf(kernel.env, account.role),
    now: kernel.clock.now(),
  });
  await enqueueEmail(tx, kernel.vault, {
    to: account.email,
    locale: account.locale,
    accountId: account.id,
    template: 'confirm_email',
    data: { link },
  });
};

/**
 * Notifies the owner of an address that somebody tried to register it again; the caller learns it too
 * (docs/specification.md section 8).
 */
const tellOwner = async (kernel: Kernel, tx: Tx, account: AccountRow): Promise<void> => {
  if (!(await kernel.limits.allowsIn(tx, ...noticeHits('registered', account.id)))) return;
  await enqueueEmail(tx, kernel.vault, {
    to: account.email,
    locale: account.locale,
    accountId: account.id,
    template: 'already_registered',
    data: { link: `${portalOf(kernel.env, account.role)}/login` },
  });
};

/** Another registration took the address between check and insert. */
const takenMeanwhile =
  (problem: Problem) =>
  (error: unknown): never => {
    throw violatesUnique(error) ? problem : error;
  };

/** From the sign-up to the confirmed address. */
export const registrationRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.signup, {
    access: open(),
    prepare: async ({ request, body }) => {
      await kernel.limits.count(...signUpHits(request));
      return hashNewPassword(kernel.passwords, body.password, body.email);
    },
    handler: async ({ tx, body, prepared: passwordHash, now, request, reply, audit }) => {
      const inForce = await versionsInForce(tx, now);
      const terms = inForce.find(({ kind }) => kind === 'terms');
      if (terms && terms.id !== body.terms) throw invalid({ path: 'terms', code: 'termsMissing' });
      const [account] = await tx
        .insert(accounts)
        .values({ role: 'patient', email: body.email, passwordHash, locale: body.locale ?? 'de', createdAt: now })
        .onConflictDoNothing()
        .returning();
      if (!account) {
        await kernel.limits.countIn(tx, ...takenHits(request));
        const owner = await accountByEmail(tx, body.email);
        if (owner) await tellOwner(kernel, tx, owner);
        throw keepingWork(new Problem('email_taken'));
      }
      await tx.insert(consents).values({
        accountId: account.id,
        kind: 'health_data',
        givenAt: now,
        textVersion: await consentTextVersion(tx, kernel.env, 'health_data', now),
      });
      for (const { id } of inForce) await acceptLegalText(tx, account.id, id, now);
      await sendConfirmation(kernel, tx, account);
      rememberSignUp(kernel.vault, request, reply, account.id, now);
      audit({
        action: 'account.sign_up',
        result: 'allowed',
        actor: auditActorOf({ accountId: account.id, role: account.role }),
      });
      return { ok: true as const };
    },
  });

  route(app, contracts.confirmEmail, {
    access: open(),
    prepare: async ({ request, body, db, now }) => {
      await peekLink(db, body.token, ['confirm_email', 'change_email'], now).catch(async (failure: unknown) => {
        await kernel.limits.count(...invalidTokenHits(request));
        throw failure;
      });
      return {
        signedIn: (await kernel.sessions.byCookie(sessionCookie(request), isAtConsole(kernel.env, request))) !== null,
      };
    },
    handler: async ({ tx, body, prepared: { signedIn }, now, request, reply, audit }) => {
      const { account, purpose, email } = await takeLink(
        tx,
        kernel.vault,
        body.token,
        ['confirm_email', 'change_email'],
        now,
      );
      if (purpose === 'confirm_email') {
        // Another person may have signed up with this address: until the owner used the password, it may be that
        // person's.
        const elsewhere = isFromOtherBrowser(kernel.vault, request, account.id);
        await tx
          .update(accounts)
          .set({ emailConfirmedAt: now, passwordUnprovenSince: elsewhere ? now : null })
          .where(and(eq(accounts.id, account.id), isNull(accounts.emailConfirmedAt)));
        if (elsewhere) {
          await kernel.sessions.end(tx, { accountId: account.id });
          rememberConfirmation(kernel.vault, request, reply, account.id, now);
        }
        // The link proves the mailbox, the mark of the sign-up the password: the link alone signs nobody in.
        const proven = hasSignedUp(kernel.vault, request, account.id) && !account.emailConfirmedAt;
        if (proven && !isClosed(account) && account.secondFactorAt === null && !signedIn)
          await openSession(kernel, tx, { request, reply, checked: account, code: undefined, audit });
        return { email };
      }
      const other = await accountByEmail(tx, email);
      if (other && other.id !== account.id) throw new Problem('link_expired');
      await tx
        .update(accounts)
        .set({ email, emailConfirmedAt: now })
        .where(eq(accounts.id, account.id))
        .catch(takenMeanwhile(new Problem('link_expired')));
      await retireLinks(tx, kernel.vault, account, now);
      await enqueueEmail(tx, kernel.vault, {
        to: account.email,
        locale: account.locale,
        accountId: account.id,
        template: 'email_changed',
        data: { newEmail: email },
      });
      await kernel.sessions.end(tx, { accountId: account.id });
      return { email };
    },
  });

  route(app, contracts.resendConfirmation, {
    access: open(),
    prepare: ({ request, body }) => kernel.limits.count(...linkHits(request, body.email)),
    handler: async ({ tx, body, now, afterCommit }) => {
      afterCommit(constantTime());
      const account = await accountByEmail(tx, body.email);
      const waits = account?.passwordHash && !account.emailConfirmedAt;
      if (waits && (await maySendLink(tx, kernel.limits, account, 'confirm_email', now)))
        await sendConfirmation(kernel, tx, account);
      return { ok: true as const };
    },
  });

  route(app, contracts.changeUnconfirmedEmail, {
    access: open(),
    prepare: async ({ request, body }) => {
      const account = await checkCredentials(kernel, request, { email: body.email, password: body.password });
      // A correction reveals as much as a sign-up, and sends an email.
      await kernel.limits.count(...correctionHits(account.id), ...signUpHits(request), ...letterHits(body.new_email));
      return account;
    },
    handler: async ({ tx, request, body, prepared, now }) => {
      const account = await accountById(tx, prepared.id, true);
      if (account.emailConfirmedAt) throw new Problem('not_allowed_now');
      const owner = await accountByEmail(tx, body.new_email);
      if (owner && owner.id !== account.id) {
        await kernel.limits.countIn(tx, ...takenHits(request));
        await tellOwner(kernel, tx, owner);
        throw keepingWork(new Problem('email_taken'));
      }
      await tx
        .update(accounts)
        .set({ email: body.new_email })
        .where(eq(accounts.id, account.id))
        .catch(takenMeanwhile(new Problem('email_taken')));
      await retireLinks(tx, kernel.vault, account, now);
      await sendConfirmation(kernel, tx, { ...account, email: body.new_email });
      return { ok: true as const };
    },
  });
};
