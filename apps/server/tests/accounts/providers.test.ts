import { and, desc, eq } from 'drizzle-orm';
import { dayMs } from '@konsil/server-platform/clock';
import { accounts, auditRecords, linkedIdentities } from '@konsil/server-domain/schema';
import type { TestApp } from '../support/app.ts';
import { actionsOf } from '../support/audit.ts';
import { TestAuthenticator } from '../support/authenticator.ts';
import { TestBrowser } from '../support/browser.ts';
import type { HostileProvider } from '../support/hostile-provider.ts';
import { inviteDoctor, newEmail, password, signUpPatient } from '../support/people.ts';
import type { RealProvider } from '../support/real-provider.ts';
import { comeBack, startAt } from '../support/providers.ts';
import { portal, withProviders } from '../support/with-providers.ts';

const { now, emailAt, claimsOf, invited, signInAt, errorOf, refusedWith, linked, account } = withProviders();
let house: TestApp;
let clinic: HostileProvider;
let strict: HostileProvider;
let fund: HostileProvider;
let real: RealProvider;
let browser: TestBrowser;
beforeEach(() => {
  ({ house, clinic, strict, fund, real, browser } = now());
});

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

  test('creates no account without an open invitation', async () => {
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
    const guest = new TestBrowser(house.app);
    fund.person = claimsOf(newEmail());
    await refusedWith('OAuthCreateAccount', signInAt(fund, 'fund', {}, guest), guest);
  });

  test('requires the configured group and email domain', async () => {
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
    expect(await actionsOf(house, doctor.accountId)).toEqual(
      expect.arrayContaining(['account.identity_linked', 'account.identity_removed']),
    );
  });

  describe('with a passkey', () => {
    /** A doctor with a passkey of the portal, signed in in this browser. */
    const withPasskey = async (email?: string) => {
      const doctor = await inviteDoctor(house, email ? { email } : {});
      const other = new TestBrowser(house.app, portal);
      await other.signIn(doctor.email, password);
      const started = await other.product('POST', '/account/passkeys/options', { current_password: password });
      const { challenge } = started.json<{ options: { challenge: string } }>().options;
      const authenticator = new TestAuthenticator();
      const passkey = authenticator.create({ challenge, origin: portal });
      const added = await other.product('POST', '/account/passkeys', { name: 'Telefon', passkey });
      expect(added.statusCode).toBe(201);
      return { doctor, authenticator };
    };
    const assertion = async (authenticator: TestAuthenticator, guest = browser) => {
      const { options } = (await guest.call('POST', '/account/api/passkey/options', { json: {} })).json<{
        options: { challenge: string };
      }>();
      return { passkey: authenticator.get({ challenge: options.challenge, origin: portal }) };
    };

    test('is linked from its own page, and not by the passkey of somebody else', async () => {
      const { doctor, authenticator } = await withPasskey();
      const stranger = await withPasskey();
      await browser.signIn(doctor.email, password);
      expect(
        (await browser.product('POST', '/account/proof', await assertion(stranger.authenticator))).statusCode,
      ).toBe(422);
      expect((await link({})).statusCode).toBe(422);
      expect((await browser.product('POST', '/account/proof', await assertion(authenticator))).statusCode).toBe(200);
      const { url } = (await link({})).json<{ url: string }>();
      expect((await comeBack(browser, clinic.signIn(url))).href).toBe(`${portal}/doctor/account?linked=clinic`);
      const { linked: own } = (await browser.product('GET', '/account/identities')).json();
      expect((await browser.product('POST', `/account/identities/${own[0].id}/remove`, {})).statusCode).toBe(200);
    });

    test('is linked by its own sign-in, and not by that of somebody else', async () => {
      const { doctor, authenticator } = await withPasskey(String(clinic.person.email));
      const stranger = await withPasskey();
      await refusedWith('OAuthAccountNotLinked', signInAt());
      const signIn = async (by: TestAuthenticator) =>
        browser.call('POST', '/account/api/passkey', { json: await assertion(by) });
      expect((await signIn(stranger.authenticator)).statusCode).toBe(200);
      const linkedTo = (id: string) => house.kernel.db.$count(linkedIdentities, eq(linkedIdentities.accountId, id));
      expect([await linkedTo(doctor.accountId), await linkedTo(stranger.doctor.accountId)]).toEqual([0, 0]);
      expect((await signIn(authenticator)).statusCode).toBe(200);
      expect(await linkedTo(doctor.accountId)).toBe(1);
      expect((await signInAt(clinic, 'clinic', {}, new TestBrowser(house.app, portal))).href).toBe(`${portal}/doctor`);
    });
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

  test('cannot lose its last sign-in method', async () => {
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

  test('refuses every password at its portal and names the provider', async () => {
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

  test("accepts the account's password once, to link it after the provider's sign-in", async () => {
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
