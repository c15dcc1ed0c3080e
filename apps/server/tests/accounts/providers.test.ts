import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { and, desc, eq } from 'drizzle-orm';
import { inviteDoctor as invite } from '@konsil/server-consultation/doctors/invitations';
import { dayMs, minuteMs } from '@konsil/server-platform/clock';
import { accounts, auditRecords, linkedIdentities } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import { TestBrowser } from '../support/browser.ts';
import { HostileProvider } from '../support/hostile-provider.ts';
import { inviteDoctor, newEmail, password, signUpPatient, type Person } from '../support/people.ts';
import { RealProvider } from '../support/real-provider.ts';
import { comeBack, providersFile, settingOf, startAt } from '../support/providers.ts';

const portal = 'http://localhost:4300';
let house: TestApp;
let clinic: HostileProvider;
let other: HostileProvider;
let strict: HostileProvider;
let fund: HostileProvider;
let real: RealProvider;
/** The address for the real provider's logouts: forwarded to the server, which does not listen. */
let logouts: Server;
let browser: TestBrowser;
beforeAll(async () => {
  [clinic, other, strict, fund] = (await Promise.all(Array.from({ length: 4 }, () => HostileProvider.start()))) as [
    HostileProvider,
    HostileProvider,
    HostileProvider,
    HostileProvider,
  ];
  logouts = createServer(async (request, response) => {
    let payload = '';
    for await (const piece of request.setEncoding('utf8')) payload += String(piece);
    const { statusCode } = await house.app.inject({
      method: 'POST',
      url: request.url ?? '',
      headers: { host: 'localhost:4300', 'content-type': request.headers['content-type'] },
      payload,
    });
    response.writeHead(statusCode).end();
  });
  await new Promise<void>((listening) => logouts.listen(0, '127.0.0.1', listening));
  real = await RealProvider.start(
    `${portal}/api/auth/callback/real`,
    `http://127.0.0.1:${(logouts.address() as AddressInfo).port}/api/auth/backchannel/real`,
  );
  house = await testApp({
    IDENTITY_PROVIDERS_FILE: providersFile(
      settingOf(clinic, {
        id: 'clinic',
        for: 'doctors',
        domains: ['clinic.example'],
        groups: { aerzte: 'doctor' },
        second_factor: ['mfa'],
        timeout_seconds: 0.5,
      }),
      settingOf(other, { id: 'other', for: 'doctors', domains: ['other.example'], timeout_seconds: 0.5 }),
      settingOf(strict, { id: 'strict', for: 'doctors', domains: ['strict.example'], forced: true }),
      settingOf(real, { id: 'real', for: 'doctors', domains: ['real.example'] }),
      settingOf(fund, { id: 'fund', for: 'patients' }),
    ),
  });
});
afterAll(async () => {
  await Promise.all([clinic, other, strict, fund, real].map((provider) => provider.stop()));
  await new Promise((closed) => logouts.close(closed));
});

let people = 0;
const emailAt = (domain: string) => `doctor.${(people += 1)}@${domain}`;
/** The clinic's claims about a person. */
const claimsOf = (email: string) => ({
  sub: `sub of ${email}`,
  email,
  email_verified: true,
  groups: ['aerzte'],
  sid: `session of ${email}`,
});
beforeEach(() => {
  browser = new TestBrowser(house.app, portal);
  for (const provider of [clinic, other, strict, fund]) provider.faults = {};
  clinic.person = claimsOf(emailAt('clinic.example'));
});

const newDoctor = (email: string) => ({
  email,
  title: '',
  first_name: 'Jonas',
  last_name: 'Weber',
  specialty: 'Radiologie',
  city: 'Köln',
  languages: ['de'],
  reply_days: 3,
  locale: 'de' as const,
});
/** An invitation that is not accepted yet. */
const invited = async (email = String(clinic.person.email)): Promise<string> => {
  await invite(house.kernel, newDoctor(email));
  return email;
};
const signInAt = async (provider = clinic, id = 'clinic', changes = {}, guest = browser): Promise<URL> =>
  comeBack(guest, provider.signIn(await startAt(guest, id, { callbackUrl: '/doctor' }), changes));
const errorOf = (url: URL | string): string | null => new URL(url).searchParams.get('error');
const refusedWith = async (error: string, url: Promise<URL>) => {
  const page = await url;
  expect([page.pathname, errorOf(page)]).toEqual(['/api/auth/error', error]);
  expect((await browser.session()).user).toBeUndefined();
};
/** A doctor with a password and a linked identity, signed in in this browser. */
const linked = async (): Promise<Person> => {
  const doctor = await inviteDoctor(house, { email: emailAt('clinic.example') });
  clinic.person = claimsOf(doctor.email);
  await house.kernel.db.insert(linkedIdentities).values({
    accountId: doctor.accountId,
    provider: 'clinic',
    issuer: clinic.issuer,
    subject: `sub of ${doctor.email}`,
  });
  return doctor;
};
const account = async (email: string) =>
  (await house.kernel.db.select().from(accounts).where(eq(accounts.email, email)))[0];

describe('A sign-in', () => {
  test('providers are listed at the portal that they are for', async () => {
    expect(Object.keys((await browser.get('/api/auth/providers')).json())).toEqual([
      'credentials',
      'clinic',
      'other',
      'strict',
      'real',
    ]);
    expect((await new TestBrowser(house.app).get('/api/auth/providers')).json()).toMatchObject({
      fund: {
        id: 'fund',
        name: 'Klinik fund',
        type: 'oauth',
        signinUrl: 'http://localhost:4200/api/auth/signin/fund',
        callbackUrl: 'http://localhost:4200/api/auth/callback/fund',
      },
    });
  });

  test('begins with PKCE, state and nonce, and needs the CSRF token', async () => {
    const page = new URL(await startAt(browser, 'clinic'));
    expect(page.origin).toBe(clinic.issuer);
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${portal}/api/auth/callback/clinic`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{70,}$/) as unknown,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    });
    const forged = await browser.call('POST', '/api/auth/signin/clinic', { form: { csrfToken: 'x', json: 'true' } });
    expect(forged.json()).toEqual({ url: `${portal}/api/auth/signin?csrf=true` });
  });

  test('accepts an open invitation, and signs in again without it', async () => {
    const email = await invited();
    expect((await signInAt()).href).toBe(`${portal}/doctor`);
    expect((await browser.session()).user?.email).toBe(email);
    expect((await browser.product('GET', '/account/isloggedin')).json()).toMatchObject({ registration: 'code' });
    const again = new TestBrowser(house.app, portal);
    expect((await signInAt(clinic, 'clinic', {}, again)).href).toBe(`${portal}/doctor`);
    expect((await house.outbox(email)).map(({ subject }) => subject)).toContain('Neuer Weg zur Anmeldung');
    // Nobody knows a password of this account.
    expect((await new TestBrowser(house.app, portal).signIn(email, '!')).statusCode).toBe(401);
  });

  test('creates no account for an address that is not invited, or whose invitation has expired', async () => {
    await refusedWith('EmailCreateAccount', signInAt());
    const email = await invited();
    house.clock.advance(2 * dayMs);
    try {
      await refusedWith('EmailCreateAccount', signInAt());
      expect((await account(email))?.passwordHash).toBeNull();
    } finally {
      house.clock.advance(-2 * dayMs);
    }
  });

  test('of a patient without an account says so', async () => {
    browser = new TestBrowser(house.app);
    fund.person = claimsOf(newEmail());
    await refusedWith('OAuthCreateAccount', signInAt(fund, 'fund'));
  });

  test('needs the group, and an address of the domain', async () => {
    await invited();
    clinic.person = { ...clinic.person, groups: ['pflege', 'constructor'] };
    await refusedWith('AccessDenied', signInAt());
    clinic.person = claimsOf(await invited(emailAt('elsewhere.example')));
    await refusedWith('AccessDenied', signInAt());
  });

  test('reads groups from the userinfo when the ID token has none', async () => {
    await invited();
    const { groups, ...rest } = clinic.person;
    clinic.person = rest;
    clinic.faults = { userinfo: { groups } };
    expect((await signInAt()).href).toBe(`${portal}/doctor`);
  });

  test.each([
    ['closed', { deactivatedAt: new Date() }],
    ['locked', { lockedAt: new Date() }],
  ])('to a %s account is denied and recorded', async (_, state) => {
    const doctor = await linked();
    await house.kernel.db.update(accounts).set(state).where(eq(accounts.id, doctor.accountId));
    await refusedWith('AccessDenied', signInAt());
    const [last] = await house.kernel.db
      .select()
      .from(auditRecords)
      .where(and(eq(auditRecords.subjectId, doctor.accountId), eq(auditRecords.action, 'account.sign_in_failed')))
      .orderBy(desc(auditRecords.id));
    expect(JSON.parse(last?.detail ?? '{}')).toMatchObject({ reason: 'account_closed' });
  });

  test('asks for the second factor, unless the provider names one that counts', async () => {
    const doctor = await linked();
    await house.kernel.db.update(accounts).set({ secondFactorAt: new Date() }).where(eq(accounts.id, doctor.accountId));
    clinic.person = { ...clinic.person, amr: ['pwd'] };
    await refusedWith('SecondFactorRequired', signInAt());
    const wrong = await browser.call('POST', '/account/api/provider', { json: { code: '000000' } });
    expect(wrong.json()).toMatchObject({ code: 'wrong_code' });
    const elsewhere = new TestBrowser(house.app, portal);
    for (const [name, value] of browser.cookies)
      if (name === 'konsil-provider-code') elsewhere.cookies.set(name, value);
    const stolen = await elsewhere.call('POST', '/account/api/provider', { json: { code: '000000' } });
    expect(stolen.json()).toMatchObject({ code: 'link_expired' });
    clinic.person = { ...clinic.person, amr: ['pwd', 'mfa'] };
    expect((await signInAt()).href).toBe(`${portal}/doctor`);
  });
});

test('oidc-provider signs an invited doctor in, and its sign-out ends the session', async () => {
  const email = await invited(emailAt('real.example'));
  const page = await comeBack(
    browser,
    await real.signIn(await startAt(browser, 'real', { callbackUrl: '/doctor' }), email),
  );
  expect(page.href).toBe(`${portal}/doctor`);
  expect((await browser.session()).user?.email).toBe(email);
  await real.signOut();
  expect((await browser.session()).user).toBeUndefined();
});

describe('An existing account', () => {
  test('is linked only after its own sign-in in the same browser', async () => {
    const { email } = await inviteDoctor(house, { email: String(clinic.person.email) });
    await refusedWith('OAuthAccountNotLinked', signInAt());
    await new TestBrowser(house.app, portal).signIn(email, password);
    await refusedWith('OAuthAccountNotLinked', signInAt());
    await browser.signIn(email, password);
    const again = new TestBrowser(house.app, portal);
    expect((await signInAt(clinic, 'clinic', {}, again)).href).toBe(`${portal}/doctor`);
  });

  test('of somebody else is not linked by their sign-in in this browser', async () => {
    await inviteDoctor(house, { email: String(clinic.person.email) });
    const stranger = await inviteDoctor(house);
    await refusedWith('OAuthAccountNotLinked', signInAt());
    await browser.signIn(stranger.email, password);
    expect(await house.kernel.db.$count(linkedIdentities, eq(linkedIdentities.accountId, stranger.accountId))).toBe(0);
  });

  const link = async (fields: object = { current_password: password }) =>
    browser.product('POST', '/account/identities/link/clinic', fields);

  test('is linked from its own page with the password, is listed, and removed again', async () => {
    const doctor = await inviteDoctor(house);
    await browser.signIn(doctor.email, password);
    expect((await link({ current_password: 'x' })).statusCode).toBe(422);
    expect((await link({})).statusCode).toBe(422);
    const { url } = (await link()).json<{ url: string }>();
    expect((await comeBack(browser, clinic.signIn(url))).href).toBe(`${portal}/doctor/account?linked=clinic`);
    const { linked: own, available } = (await browser.product('GET', '/account/identities')).json();
    expect(own).toEqual([expect.objectContaining({ name: 'Klinik clinic', removable: true })]);
    expect(available.map(({ id }: { id: string }) => id)).toEqual(['other', 'strict', 'real']);
    const removal = `/account/identities/${own[0].id}/remove`;
    expect((await browser.product('POST', removal, { current_password: 'x' })).statusCode).toBe(422);
    const foreign = new TestBrowser(house.app, portal);
    await foreign.signIn((await inviteDoctor(house)).email, password);
    expect((await foreign.product('POST', removal, { current_password: password })).statusCode).toBe(404);
    expect((await browser.product('POST', removal, { current_password: password })).statusCode).toBe(200);
    expect((await house.outbox(doctor.email)).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Neuer Weg zur Anmeldung', 'Weg zur Anmeldung entfernt']),
    );
  });

  test('does not get the identity of another account, nor one begun in another session', async () => {
    await linked();
    const doctor = await inviteDoctor(house);
    await browser.signIn(doctor.email, password);
    const { url } = (await link()).json<{ url: string }>();
    const page = await comeBack(browser, clinic.signIn(url));
    expect([page.pathname, errorOf(page)]).toEqual(['/doctor/account', 'OAuthAccountNotLinked']);
    clinic.person = claimsOf(emailAt('clinic.example'));
    const second = (await link()).json<{ url: string }>().url;
    await browser.signIn((await inviteDoctor(house)).email, password);
    expect(errorOf(await comeBack(browser, clinic.signIn(second)))).toBe('OAuthCallback');
  });

  test('keeps its last way in', async () => {
    const email = await invited();
    await signInAt();
    await house.kernel.db.update(accounts).set({ phoneConfirmedAt: new Date() }).where(eq(accounts.email, email));
    const { linked: own } = (await browser.product('GET', '/account/identities')).json();
    expect(own).toEqual([expect.objectContaining({ removable: false })]);
  });
});

describe('A forced domain', () => {
  /** A doctor of the domain who had a password before it was forced. */
  const doctorOfDomain = async (): Promise<{ accountId: string; email: string }> => {
    const { accountId } = await inviteDoctor(house);
    const email = emailAt('strict.example');
    await house.kernel.db.update(accounts).set({ email }).where(eq(accounts.id, accountId));
    strict.person = claimsOf(email);
    return { accountId, email };
  };

  test('refuses the password at its portal, whoever has an account, and names the provider', async () => {
    const { accountId, email } = await doctorOfDomain();
    await house.kernel.db
      .insert(linkedIdentities)
      .values({ accountId, provider: 'strict', issuer: strict.issuer, subject: `sub of ${email}` });
    for (const address of [email, emailAt('strict.example')]) {
      const answer = await browser.signIn(address, password);
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toEqual({ url: `${portal}/api/auth/error?error=ProviderRequired&provider=strict` });
    }
    expect((await new TestBrowser(house.app).signIn(email, 'Falsch-Geraten-1')).statusCode).toBe(401);
    expect((await new TestBrowser(house.app).signIn(email, password)).statusCode).toBe(403);
    expect((await signInAt(strict, 'strict')).href).toBe(`${portal}/doctor`);
    const { linked: own } = (await browser.product('GET', '/account/identities')).json();
    expect(own).toEqual([expect.objectContaining({ removable: false })]);
  });

  test('takes the password of an account once more to link it, after the sign-in of the provider', async () => {
    const { email } = await doctorOfDomain();
    await refusedWith('OAuthAccountNotLinked', signInAt(strict, 'strict'));
    expect((await browser.signIn(email, password)).statusCode).toBe(200);
    expect((await new TestBrowser(house.app, portal).signIn(email, password)).statusCode).toBe(403);
  });

  test('does not concern patients', async () => {
    const patient = await signUpPatient(house);
    await house.kernel.db
      .update(accounts)
      .set({ email: 'patient@strict.example' })
      .where(eq(accounts.id, patient.accountId));
    expect((await new TestBrowser(house.app).signIn('patient@strict.example', password)).statusCode).toBe(200);
  });
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
              timeout_seconds: 0.5,
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

  test('of somebody who cancelled is AccessDenied', async () =>
    refusedWith(
      'AccessDenied',
      comeBack(browser, clinic.signIn(await begin(), { code: null, error: 'access_denied' })),
    ));

  test('for another provider is refused', async () => {
    const callback = clinic.signIn(await begin()).replace('/clinic?', '/other?');
    await refusedWith('OAuthCallback', comeBack(browser, callback));
  });

  test('ignores a host and a redirect URI that a caller makes up', async () => {
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

  test('of an unknown provider is 400', async () =>
    expect((await browser.get('/api/auth/callback/nobody?code=x')).statusCode).toBe(400));
});

describe('A logout by the provider', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  let at = 0;
  const claims = (changes: object = {}) => ({
    iss: clinic.issuer,
    aud: clinic.clientId,
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 120,
    jti: `token ${(at += 1)}`,
    events: event,
    sub: clinic.person.sub,
    ...changes,
  });
  const send = async (token: string, provider = 'clinic') =>
    (
      await house.app.inject({
        method: 'POST',
        url: `/api/auth/backchannel/${provider}`,
        headers: { host: 'localhost:4300', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ logout_token: token }).toString(),
      })
    ).statusCode;
  const isSignedIn = async (guest = browser) => (await guest.session()).user !== undefined;

  test('ends the sessions of the person, not those of the password, and its token works once', async () => {
    const doctor = await linked();
    await signInAt();
    const byPassword = new TestBrowser(house.app, portal);
    await byPassword.signIn(doctor.email, password);
    const token = await clinic.sign(claims());
    expect(await send(token)).toBe(200);
    expect([await isSignedIn(), await isSignedIn(byPassword)]).toEqual([false, true]);
    await signInAt();
    expect(await send(token)).toBe(400);
    expect(await isSignedIn()).toBe(true);
  });

  test('ends only the named session of the provider', async () => {
    await linked();
    await signInAt();
    const second = new TestBrowser(house.app, portal);
    clinic.person = { ...clinic.person, sid: 'another session' };
    await signInAt(clinic, 'clinic', {}, second);
    const { sub: _, ...named } = claims({ sid: 'another session' }) as Record<string, unknown>;
    expect(await send(await clinic.sign(named))).toBe(200);
    expect([await isSignedIn(), await isSignedIn(second)]).toEqual([true, false]);
  });

  test.each<[string, object]>([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'x' }],
    ['no event', { events: {} }],
    ['a nonce, as an ID token has', { nonce: 'x' }],
    ['nobody', { sub: undefined }],
    ['no id', { jti: undefined }],
    ['an old time', { iat: 1_600_000_000, exp: undefined }],
  ])('with %s ends nothing', async (_, changes) => {
    await linked();
    await signInAt();
    expect(await send(await clinic.sign(claims(changes) as Record<string, unknown>))).toBe(400);
    expect(await isSignedIn()).toBe(true);
  });

  test('with a foreign key, or to the endpoint of another provider, ends nothing', async () => {
    await linked();
    await signInAt();
    expect(await send(await other.sign(claims()))).toBe(400);
    expect(await send(await clinic.sign(claims()), 'other')).toBe(400);
    expect(await send('nonsense')).toBe(400);
    expect(await isSignedIn()).toBe(true);
  });
});
