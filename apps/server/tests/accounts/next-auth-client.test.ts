import type { AddressInfo } from 'node:net';
import { freePort } from '@konsil/server-testing/free-port';
import { linkedIdentities } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import { HostileProvider } from '../support/hostile-provider.ts';
import { openNextAuthPage, type NextAuthPage } from '../support/next-auth-page.cjs';
import { requestsAs, newEmail, password, signUpPatient, type Person } from '../support/people.ts';
import { providersFile, settingOf } from '../support/providers.ts';

let house: TestApp;
let patient: Person;
let page: NextAuthPage;
let fund: HostileProvider;
beforeAll(async () => {
  // The portal's URL must be known before the server listens.
  const port = await freePort();
  fund = await HostileProvider.start();
  house = await testApp({
    PUBLIC_PATIENT_ORIGIN: `http://127.0.0.1:${port}`,
    IDENTITY_PROVIDERS_FILE: providersFile(settingOf(fund, { id: 'fund', for: 'patients' })),
  });
  patient = await signUpPatient(house);
  await house.app.listen({ port, host: '127.0.0.1' });
  expect((house.app.server.address() as AddressInfo).port).toBe(port);
});
beforeEach(async () => {
  page = await openNextAuthPage(house.env.origins.patient);
});
afterEach(() => page.close());
afterAll(() => fund.stop());

const signIn = (fields: Record<string, unknown> = {}) =>
  page.settle(() => page.client.signIn('credentials', { email: patient.email, password, redirect: false, ...fields }));

test('signs in, reads the session and signs out, unmodified', async () => {
  expect(await page.client.getProviders()).toMatchObject({ credentials: { id: 'credentials', type: 'credentials' } });
  expect(await page.client.getCsrfToken()).toMatch(/^[\w-]{43}$/);
  expect(await page.client.getSession()).toBeNull();

  const origin = house.env.origins.patient;
  expect(await signIn({ callbackUrl: '/patient/process' })).toEqual({
    error: null,
    status: 200,
    ok: true,
    url: `${origin}/patient/process`,
  });
  expect(await page.client.getSession()).toMatchObject({
    user: { email: patient.email, role: 'patient', user_fullname: 'Petra Möller' },
  });
  expect(page.cookies()).toMatch(/authorization=/);
  expect(page.cookies()).toMatch(/csrftoken=/);
  expect(page.cookies()).not.toMatch(/next-auth/);

  expect(await page.settle(() => page.client.signOut({ redirect: false, callbackUrl: '/' }))).toEqual({
    url: `${origin}/`,
  });
  expect(await page.client.getSession()).toBeNull();
  expect(page.cookies()).toBe('');
  expect(page.reported).toEqual([]);
});

test('receives the name of the error', async () => {
  expect(await signIn({ password: 'Falsch-Geraten-1' })).toEqual({
    error: 'CredentialsSignin',
    status: 401,
    ok: false,
    url: null,
  });
  expect(await signIn({ email: newEmail() })).toMatchObject({ error: 'CredentialsSignin' });
});

test('shows every state of the session: loading, signed out, signed in, updated, ended', async () => {
  const shown = page.show();
  expect(page.session().status ?? 'loading').toBe('loading');
  await shown;
  await page.settle(() => page.client.getSession());
  expect(page.session()).toMatchObject({ status: 'unauthenticated', data: null });

  await signIn();
  expect(page.session()).toMatchObject({ status: 'authenticated', data: { user: { locale: 'de' } } });
  expect(await page.settle(() => page.session().update({ locale: 'en' }))).toMatchObject({ user: { locale: 'en' } });
  expect(page.session().data?.user.locale).toBe('en');

  // The session ends on another device; this tab becomes visible, then hears from another tab.
  const elsewhere = (await requestsAs(house.app).post('/account/api/login', { email: patient.email, password })).json();
  await requestsAs(house.app, { token: elsewhere.Authorization, csrf: elsewhere.CSRF_Token }).delete(
    '/account/sessions',
  );
  await page.hear({ event: 'session', data: { trigger: 'signout' }, timestamp: 1 });
  expect(page.session()).toMatchObject({ status: 'unauthenticated', data: null });
});

test('signs in with an identity provider, which it finds in the list', async () => {
  const origin = house.env.origins.patient;
  fund.person = { sub: 'a person', email: patient.email, email_verified: true };
  await house.kernel.db
    .insert(linkedIdentities)
    .values({ accountId: patient.accountId, provider: 'fund', issuer: fund.issuer, subject: 'a person' });
  expect(await page.client.getProviders()).toMatchObject({
    fund: {
      id: 'fund',
      type: 'oauth',
      signinUrl: `${origin}/api/auth/signin/fund`,
      callbackUrl: `${origin}/api/auth/callback/fund`,
    },
  });
  await page.settle(() => page.client.signIn('fund', { callbackUrl: '/patient/process' }));
  expect(page.visited.at(-1)).toBe('POST /api/auth/signin/fund');
  // The client goes to the page of the provider, which jsdom does not.
  const { url } = JSON.parse(page.answers.at(-1) ?? '{}') as { url: string };
  expect(new URL(url).origin).toBe(fund.issuer);
  expect(await page.arrive(fund.signIn(url))).toBe(`${origin}/patient/process`);
  expect(await page.client.getSession()).toMatchObject({ user: { email: patient.email } });
});

test('receives a URL even if its callback URL was invalid', async () => {
  expect(await signIn({ callbackUrl: '\\\\' })).toEqual({
    error: 'InvalidCallbackUrl',
    status: 400,
    ok: false,
    url: null,
  });
});
