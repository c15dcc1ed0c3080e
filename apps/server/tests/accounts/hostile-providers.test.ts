import type { ServerResponse } from 'node:http';
import { minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { TestBrowser } from '../support/browser.ts';
import { HostileProvider } from '../support/hostile-provider.ts';
import { comeBack, providersFile, settingOf, startAt } from '../support/providers.ts';
import { patienceSeconds, portal, withProviders } from '../support/with-providers.ts';

const { now, invited, signInAt, errorOf, refusedWith } = withProviders();
let house: TestApp;
let clinic: HostileProvider;
let browser: TestBrowser;
beforeEach(() => {
  ({ house, clinic, browser } = now());
});

describe('A hostile provider', () => {
  beforeEach(() => invited());
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  const unsigned = (token: string) => {
    const [, claims] = token.split('.');
    return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
  };

  test.each<[string, HostileProvider['faults']]>([
    ['a wrong nonce', { claims: (claims) => ({ ...claims, nonce: 'x'.repeat(43) }) }],
    ['no nonce', { claims: ({ nonce: _, ...claims }) => claims }],
    ['another issuer', { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) }],
    ['another audience', { claims: (claims) => ({ ...claims, aud: 'another-client' }) }],
    ['more audiences and no authorized party', { claims: (claims) => ({ ...claims, aud: [String(claims.aud), 'b'] }) }],
    ['alg none', { idToken: unsigned }],
    ['an expired token', { claims: (claims) => ({ ...claims, iat: inSeconds(-900), exp: inSeconds(-600) }) }],
    ['a token from the future', { claims: (claims) => ({ ...claims, iat: inSeconds(600), exp: inSeconds(900) }) }],
    ['no subject', { claims: ({ sub: _, ...claims }) => claims }],
    ['a foreign key', { foreignKey: true }],
    ['an unknown key', { header: { kid: 'two' } }],
    ['a changed signature', { idToken: (token) => `${token.slice(0, -6)}AAAAAA` }],
    ['no token that can be read', { idToken: () => 'a.b.c' }],
  ])('with %s is refused', async (_, faults) => {
    clinic.faults = faults;
    await refusedWith('OAuthCallback', signInAt());
  });

  test('with a userinfo about somebody else is refused', async () => {
    const { groups: _, ...rest } = clinic.person;
    clinic.person = rest;
    clinic.faults = { userinfo: { sub: 'somebody else', groups: ['aerzte'] } };
    await refusedWith('OAuthCallback', signInAt());
  });

  test.each([false, undefined, 'yes'])(
    'with an address that is not confirmed (%s) gets no account',
    async (verified) => {
      clinic.person = { ...clinic.person, email_verified: verified };
      await refusedWith('OAuthCreateAccount', signInAt());
    },
  );

  const hang = () => undefined;
  const status = (code: number) => (response: ServerResponse) => void response.writeHead(code).end('{}');
  const endless = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id_token: 'x'.repeat(400 * 1024) }));
  };
  const elsewhere = (response: ServerResponse) => void response.writeHead(302, { location: '/keys' }).end();

  test.each<[string, 'token' | 'keys', (response: ServerResponse) => void]>([
    ['answers 500', 'token', status(500)],
    ['does not answer', 'token', hang],
    ['answers without end', 'token', endless],
    ['redirects', 'token', elsewhere],
  ])('whose endpoint %s is refused', async (_, endpoint, answer) => {
    clinic.faults = { answer: { [endpoint]: answer } };
    const page = await signInAt();
    expect(['OAuthCallback', 'Callback']).toContain(errorOf(page));
    expect((await browser.session()).user).toBeUndefined();
  });

  describe('before anybody has signed in', () => {
    const cases: [string, string, HostileProvider['faults']][] = [
      ['does not answer', 'OAuthSignin', { answer: { discovery: hang } }],
      ['answers 503', 'OAuthSignin', { answer: { discovery: status(503) } }],
      ['answers 404', 'Configuration', { answer: { discovery: status(404) } }],
      ['answers without end', 'OAuthSignin', { answer: { discovery: endless } }],
      ['is another issuer', 'Configuration', { discovery: { issuer: 'https://evil.example' } }],
      ['names no token endpoint', 'Configuration', { discovery: { token_endpoint: undefined } }],
    ];
    let fresh: HostileProvider[];
    let strange: TestApp;
    beforeAll(async () => {
      fresh = await Promise.all([...cases, 'hidden'].map(() => HostileProvider.start()));
      strange = await testApp({
        IDENTITY_PROVIDERS_FILE: providersFile(
          ...fresh.map((provider, index) =>
            settingOf(provider, {
              id: `fresh-${index}`,
              for: 'doctors',
              domains: ['clinic.example'],
              timeout_seconds: patienceSeconds,
              ...(index === cases.length ? { private_networks: [] } : {}),
            }),
          ),
        ),
      });
    });
    afterAll(() => Promise.all(fresh.map((provider) => provider.stop())));

    test.each(cases)('a description that %s is %s, and works again afterwards', async (name, error, faults) => {
      const index = cases.findIndex(([one]) => one === name);
      const provider = fresh[index] as HostileProvider;
      provider.faults = faults;
      const guest = new TestBrowser(strange.app, portal);
      expect(errorOf(await startAt(guest, `fresh-${index}`))).toBe(error);
      provider.faults = {};
      expect(new URL(await startAt(guest, `fresh-${index}`)).origin).toBe(provider.issuer);
    });

    test('the server calls no address that is not public', async () => {
      const guest = new TestBrowser(strange.app, portal);
      expect(errorOf(await startAt(guest, `fresh-${cases.length}`))).toBe('OAuthSignin');
      expect(fresh[cases.length]?.calls).toEqual([]);
    });
  });

  test('with another client secret is a wrong configuration', async () => {
    clinic.faults = {
      answer: {
        token: (response) =>
          void response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}'),
      },
    };
    await refusedWith('Configuration', signInAt());
  });
});

describe('A callback', () => {
  beforeEach(() => invited());
  const begin = (guest = browser) => startAt(guest, 'clinic', { callbackUrl: '/doctor' });

  test('works once', async () => {
    const callback = clinic.signIn(await begin());
    expect((await comeBack(browser, callback)).href).toBe(`${portal}/doctor`);
    await browser.form('/api/auth/signout');
    await refusedWith('Verification', comeBack(browser, callback));
  });

  test('is accepted for fifteen minutes', async () => {
    const callback = clinic.signIn(await begin());
    house.clock.advance(16 * minuteMs);
    await refusedWith('Verification', comeBack(browser, callback));
    house.clock.advance(-16 * minuteMs);
  });

  test('of another browser, or without its cookie, is refused', async () => {
    await begin();
    await refusedWith(
      'OAuthCallback',
      comeBack(browser, clinic.signIn(await begin(new TestBrowser(house.app, portal)))),
    );
    const callback = clinic.signIn(await begin());
    browser.cookies.delete('konsil-provider');
    await refusedWith('OAuthCallback', comeBack(browser, callback));
  });

  test('with a code that was used is refused', async () => {
    const first = clinic.signIn(await begin());
    await comeBack(browser, first);
    await browser.form('/api/auth/signout');
    const code = new URLSearchParams(first.split('?')[1]).get('code') ?? '';
    await refusedWith('OAuthCallback', comeBack(browser, clinic.signIn(await begin(), { code })));
  });

  test.each<[string, Record<string, string | null>]>([
    ['another issuer', { iss: 'https://evil.example' }],
    ['no issuer', { iss: null }],
    ['another state', { state: 'x'.repeat(75) }],
    ['no state', { state: null }],
    ['no code', { code: null }],
    ['an error of the provider', { code: null, error: 'server_error' }],
  ])('with %s is refused', async (_, changes) => {
    await refusedWith('OAuthCallback', comeBack(browser, clinic.signIn(await begin(), changes)));
  });

  test('interrupted by an internal error fails as Callback, and signs nobody in', async () => {
    const callback = clinic.signIn(await begin());
    const { pool } = house.owner;
    await pool.query('alter table linked_identities rename to identities_away');
    try {
      await refusedWith('Callback', comeBack(browser, callback));
    } finally {
      await pool.query('alter table identities_away rename to linked_identities');
    }
  });

  test('of a user who cancelled fails as AccessDenied', async () =>
    refusedWith(
      'AccessDenied',
      comeBack(browser, clinic.signIn(await begin(), { code: null, error: 'access_denied' })),
    ));

  test('for another provider is refused', async () => {
    const callback = clinic.signIn(await begin()).replace('/clinic?', '/other?');
    await refusedWith('OAuthCallback', comeBack(browser, callback));
  });

  test('ignores a forged host and redirect URI', async () => {
    const answer = await house.app.inject({
      method: 'GET',
      url: '/api/auth/callback/clinic?state=x&code=y&redirect_uri=https://evil.example',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    expect(answer.statusCode).toBe(400);
    const page = await startAt(browser, 'clinic', {
      redirect_uri: 'https://evil.example',
      callbackUrl: 'https://evil.example',
    });
    expect(new URL(page).searchParams.get('redirect_uri')).toBe(`${portal}/api/auth/callback/clinic`);
    expect((await comeBack(browser, clinic.signIn(page))).origin).toBe(portal);
  });

  test('for an unknown provider gets 400', async () =>
    expect((await browser.get('/api/auth/callback/nobody?code=x')).statusCode).toBe(400));
});
