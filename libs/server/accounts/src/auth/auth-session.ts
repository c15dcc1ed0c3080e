import type { AuthSession } from '@konsil/contracts/auth';
import { locales } from '@konsil/contracts/codes';
import { portalKindOf } from '@konsil/contracts/stored-kinds';
import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { accounts } from '@konsil/server-domain/schema';
import { iso } from '@konsil/server-platform/clock';
import { isAtConsole } from '@konsil/server-platform/http/origins';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import {
  sessionCookie,
  sessionCookieName,
  setCookie,
  setHttpOnlyCookie,
} from '@konsil/server-domain/sessions/session-cookies';
import type { Session } from '@konsil/server-domain/sessions/sessions';
import { accountById, fullName } from '@konsil/server-domain/accounts/accounts.queries';

const describe = async (kernel: Kernel, session: Session): Promise<AuthSession> => {
  const account = await accountById(kernel.db, session.accountId);
  return {
    user: {
      user_patient_id: account.id,
      user_fullname: await fullName(kernel.db, kernel.vault, account),
      role: portalKindOf(account.role),
      email: account.email,
      locale: account.locale,
    },
    expires: iso(session.expiresAt),
  };
};

/** The session of the HttpOnly cookie, which is renewed; `{}` when signed out, and an invalid cookie is cleared. */
export const readSession = async (
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AuthSession | Record<string, never>> => {
  const cookie = sessionCookie(request);
  const session = await kernel.sessions.byCookie(cookie, isAtConsole(kernel.env, request));
  if (session && cookie) {
    setHttpOnlyCookie(request, reply, cookie, session.absoluteExpiresAt);
    return describe(kernel, session);
  }
  if (cookie !== undefined)
    setCookie(request, reply, sessionCookieName(request), '', {
      httpOnly: true,
      sameSite: 'Lax',
      expires: new Date(0),
    });
  return {};
};

const change = z.object({ locale: z.optional(z.enum(locales)) });

/** `update(data)` counts as activity and restarts the idle timeout; the language may change. */
export const updateSession = async (
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  data: unknown,
): Promise<AuthSession | Record<string, never>> => {
  const session = await kernel.sessions.byCookie(sessionCookie(request), isAtConsole(kernel.env, request));
  if (session) {
    await kernel.sessions.touch(session);
    const { data: wanted } = z.safeParse(change, data);
    if (wanted?.locale)
      await kernel.db.update(accounts).set({ locale: wanted.locale }).where(eq(accounts.id, session.accountId));
  }
  return readSession(kernel, request, reply);
};
