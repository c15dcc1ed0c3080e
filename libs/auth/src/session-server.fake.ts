import type { AuthSession } from '@konsil/contracts/auth';
import type { IsLoggedIn } from '@konsil/contracts/sign-in';

/** Two users of the fake server. */
export const ada = '00000000-0000-4000-8000-0000000000aa';
export const berta = '00000000-0000-4000-8000-0000000000bb';

interface Refusal {
  status: number;
  error: string;
  retryAfter?: number;
}

/**
 * A fake `fetch` of the session protocol (docs/sign-in-protocol.md) with state set by the test. `deviceAhead`:
 * milliseconds by which the device's clock is ahead.
 */
export function sessionServer({ deviceAhead = 0 }: { deviceAhead?: number } = {}) {
  const inMinutes = (minutes: number) => new Date(Date.now() - deviceAhead + minutes * 60_000).toISOString();
  const server = {
    user: null as string | null,
    role: 'patient' as IsLoggedIn['role'],
    registration: 'done' as IsLoggedIn['registration'],
    expires: inMinutes(30),
    absolute: inMinutes(720),
    offline: false,
    refusal: null as Refusal | null,
    providersFail: false,
    logoutFails: false,
    loginCheckFails: false,
    /** The response to requests for the session, e.g. a proxy's page. */
    sessionAnswer: null as { status: number; text: string } | null,
    /** Cookies that this browser refuses to store. */
    lostCookies: [] as ('form' | 'session' | 'tokens')[],
    /** Every request as `METHOD path`. */
    calls: [] as string[],
    forms: [] as Record<string, string>[],
    countOf: (call: string) => server.calls.filter((made) => made === call).length,
  };
  const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify(body), {
      status,
      headers: {
        'content-type': 'application/json',
        date: new Date(Date.now() - deviceAhead).toUTCString(),
        ...headers,
      },
    });
  const session = (user: string): AuthSession => ({
    user: {
      user_patient_id: user,
      user_fullname: user === ada ? 'Ada Adler' : 'Berta Berg',
      role: server.role,
      email: 'ada@konsil.example',
      locale: 'de',
    },
    expires: server.expires < server.absolute ? server.expires : server.absolute,
  });

  const answer = (call: string, form: Record<string, string>): Response => {
    switch (call) {
      case 'GET /api/auth/session':
        if (server.sessionAnswer)
          return new Response(server.sessionAnswer.text, { status: server.sessionAnswer.status });
        return json(200, server.user && !server.lostCookies.includes('session') ? session(server.user) : {});
      case 'GET /api/auth/csrf':
        return json(200, { csrfToken: 'csrf-of-the-form' });
      case 'GET /api/auth/providers':
        return server.providersFail
          ? json(500, { message: 'misconfigured' })
          : json(200, { credentials: { id: 'credentials', type: 'credentials' } });
      case 'POST /api/auth/callback/credentials': {
        const { refusal, lostCookies } = server;
        if (lostCookies.includes('form')) return json(200, { url: 'http://localhost/api/auth/signin?csrf=true' });
        if (refusal) {
          const headers: Record<string, string> = refusal.retryAfter
            ? { 'retry-after': String(refusal.retryAfter) }
            : {};
          return json(
            refusal.status,
            { url: `http://localhost/api/auth/error?error=${refusal.error}&provider=credentials` },
            headers,
          );
        }
        server.user ??= ada;
        if (!lostCookies.includes('tokens')) holdTokens();
        return json(200, { url: form.callbackUrl });
      }
      case 'POST /api/auth/signout': {
        server.user = null;
        return json(200, { url: form.callbackUrl });
      }
      case 'POST /account/api/logout': {
        if (server.logoutFails) return json(401, { code: 'unauthorized' });
        server.user = null;
        return json(200, { ok: true });
      }
      case 'GET /account/isloggedin':
        if (server.loginCheckFails) return json(503, { code: 'unavailable' });
        return server.user
          ? json(200, {
              ...session(server.user).user,
              registration: server.registration,
              second_factor: false,
              second_factor_advised: false,
              expires_at: server.expires,
              absolute_expires_at: server.absolute,
            })
          : json(401, { code: 'unauthorized' });
      case 'POST /account/sessions/extend': {
        server.expires = inMinutes(30);
        return json(200, { expires_at: server.expires, absolute_expires_at: server.absolute });
      }
      case 'POST /api/auth/session':
        return json(200, server.user ? session(server.user) : {});
      default:
        return json(404, { code: 'not_found' });
    }
  };

  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input as string, init);
    const call = `${request.method} ${new URL(request.url).pathname}`;
    server.calls.push(call);
    if (server.offline) throw new TypeError('offline');
    const form = Object.fromEntries(new URLSearchParams(await request.text()));
    if (request.method === 'POST') server.forms.push(form);
    return answer(call, form);
  });
  return server;
}

/** Gives this browser the session's tokens. */
export const holdTokens = (): void => {
  document.cookie = 'csrftoken=c; Path=/';
  document.cookie = 'authorization=t; Path=/';
};
export const dropTokens = (): void => {
  document.cookie = 'csrftoken=; Path=/; Max-Age=0';
  document.cookie = 'authorization=; Path=/; Max-Age=0';
};
