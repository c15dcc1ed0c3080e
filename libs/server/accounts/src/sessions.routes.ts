import { accountRoutes as contracts } from '@konsil/contracts/accounts';
import { and, desc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { sessions } from '@konsil/server-domain/schema';
import { ownedResource, signedIn } from '@konsil/server-domain/access/addresses';
import { iso } from '@konsil/server-platform/clock';
import { route } from '@konsil/server-domain/http/route';
import { clearSessionCookies } from '@konsil/server-domain/sessions/session-cookies';
import { accountById } from '@konsil/server-domain/accounts/accounts.queries';
import { retireLinks } from './mail-links.ts';
import { signInsOf } from './sign-ins.queries.ts';
import { isRunning } from '@konsil/server-domain/sessions/sessions';

/** The account's sessions, and ending them. */
export const sessionRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  const alive = (accountId: string) => {
    const now = kernel.clock.now();
    return and(eq(sessions.accountId, accountId), isRunning(now));
  };

  route(app, contracts.listSessions, {
    access: signedIn(),
    handler: async ({ tx, session }) => {
      const rows = await tx.select().from(sessions).where(alive(session.accountId)).orderBy(desc(sessions.lastSeenAt));
      return rows.map((row) => ({
        id: row.id,
        current: row.id === session.id,
        device: row.device,
        created_at: iso(row.createdAt),
        last_seen_at: iso(row.lastSeenAt),
      }));
    },
  });

  route(app, contracts.listSignIns, {
    access: signedIn(),
    handler: ({ tx, session }) => signInsOf(tx, session.accountId),
  });

  route(app, contracts.endSession, {
    access: ownedResource(async (tx, actor, id) => {
      const [theSession] = await tx
        .select()
        .from(sessions)
        .where(and(eq(sessions.id, id), alive(actor.accountId)));
      return theSession ? { theSession } : null;
    }),
    handler: async ({ tx, theSession, session, request, reply, audit }) => {
      await kernel.sessions.end(tx, { sessionId: theSession.id });
      if (theSession.id === session.id) clearSessionCookies(request, reply);
      audit({ action: 'account.session_ended', result: 'allowed' });
      return { ok: true as const };
    },
  });

  route(app, contracts.endOtherSessions, {
    access: signedIn(),
    handler: async ({ tx, session, now, audit }) => {
      await retireLinks(tx, kernel.vault, await accountById(tx, session.accountId, true), now);
      await kernel.sessions.end(tx, { accountId: session.accountId, except: session.id });
      audit({ action: 'account.sessions_ended', result: 'allowed' });
      return { ok: true as const };
    },
  });
};
