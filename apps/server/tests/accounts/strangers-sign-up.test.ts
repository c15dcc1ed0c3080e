import { testApp, type TestApp } from '../support/app.ts';
import { TestBrowser } from '../support/browser.ts';
import { requestsAs, linkToken, newEmail, password, signIn } from '../support/people.ts';

// Another person signs up with an address and their own password; the owner opens the link.
let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

const newPassword = 'Sieben-Orangen-8';
const form = (email: string) => ({ email, password, confirm_password: password, consent: true });
const signUp = (browser: TestBrowser, email: string) =>
  browser.call('POST', '/account/api/signup', { json: form(email) });
const confirm = async (browser: TestBrowser, email: string) =>
  browser.call('POST', '/account/confirm', { json: { token: await linkToken(house, email) } });
const signedIn = async (browser: TestBrowser, email: string, secret = password) =>
  (await browser.signIn(email, secret)).statusCode === 200;
const newBrowser = () => new TestBrowser(house.app);

test('the sign-up password works after confirming by link on the same device', async () => {
  const [own, email] = [newBrowser(), newEmail()];
  expect((await signUp(own, email)).statusCode).toBe(201);
  expect((await confirm(own, email)).json()).toEqual({ email });
  expect(await signedIn(own, email)).toBe(true);
  expect(await signedIn(newBrowser(), email)).toBe(true);
});

test.each(['a browser', 'no browser'])(
  "a stranger's password fails after the owner opened the link (sign-up with %s)",
  async (kind) => {
    const [stranger, owner, email] = [newBrowser(), newBrowser(), newEmail()];
    if (kind === 'a browser') await signUp(stranger, email);
    else await requestsAs(house.app).post('/account/api/signup', form(email));
    const before = await signIn(house.app, email);
    expect((await confirm(owner, email)).statusCode).toBe(200);

    expect((await requestsAs(house.app, before).get('/account/isloggedin')).statusCode).toBe(401);
    const refused = await stranger.signIn(email, password);
    expect([refused.statusCode, new URL(refused.json().url).searchParams.get('error')]).toEqual([403, 'Verification']);
    const plain = await requestsAs(house.app).post('/account/api/login', { email, password });
    expect([plain.statusCode, plain.json().code]).toEqual([403, 'other_device']);

    await owner.call('POST', '/account/password/forgot', { json: { email } });
    const reset = await owner.call('POST', '/account/password/reset', {
      json: { token: await linkToken(house, email), password: newPassword, confirm_password: newPassword },
    });
    expect(reset.statusCode).toBe(200);
    expect(await signedIn(stranger, email)).toBe(false);
    expect(await signedIn(newBrowser(), email, newPassword)).toBe(true);
  },
);

test('after signing up and confirming on two devices, the first signs in first', async () => {
  const [desk, phone, email] = [newBrowser(), newBrowser(), newEmail()];
  await signUp(desk, email);
  await confirm(phone, email);
  expect(await signedIn(desk, email)).toBe(false);
  expect(await signedIn(phone, email)).toBe(true);
  expect(await signedIn(desk, email)).toBe(true);
});

test("another person's device mark is useless for a foreign account", async () => {
  const [stranger, email, own] = [newBrowser(), newEmail(), newEmail()];
  await signUp(stranger, own);
  await signUp(newBrowser(), email);
  await confirm(stranger, email);
  expect((await requestsAs(house.app).post('/account/api/login', { email, password })).json().code).toBe(
    'other_device',
  );
});

describe('the confirmation signs in', () => {
  const nameOf = async (browser: TestBrowser) =>
    (await browser.call('GET', '/api/auth/session')).json().user?.email as string | undefined;

  test('the browser that signed up', async () => {
    const [own, email] = [newBrowser(), newEmail()];
    await signUp(own, email);
    await confirm(own, email);
    expect(await nameOf(own)).toBe(email);
    const login = await own.product('GET', '/account/isloggedin');
    expect(login.json()).toMatchObject({ registration: 'userdata', role: 'patient' });
  });

  test('no other browser, and no client without the mark of the sign-up', async () => {
    const [own, other, email, another] = [newBrowser(), newBrowser(), newEmail(), newEmail()];
    await signUp(own, email);
    await confirm(other, email);
    expect(await nameOf(other)).toBeUndefined();
    expect(await nameOf(own)).toBeUndefined();
    await requestsAs(house.app).post('/account/api/signup', form(another));
    const plain = await requestsAs(house.app).post('/account/confirm', { token: await linkToken(house, another) });
    expect(plain.headers['set-cookie']).toBeUndefined();
  });

  test('not by a link that was used', async () => {
    const [own, email] = [newBrowser(), newEmail()];
    await signUp(own, email);
    const token = await linkToken(house, email);
    await own.call('POST', '/account/confirm', { json: { token } });
    await own.product('POST', '/account/api/logout', {});
    expect((await own.call('POST', '/account/confirm', { json: { token } })).statusCode).toBe(422);
    expect(await nameOf(own)).toBeUndefined();
  });

  test('not in place of another signed-in account', async () => {
    const [own, email, first] = [newBrowser(), newEmail(), newEmail()];
    await signUp(own, first);
    await confirm(own, first);
    await signUp(own, email);
    await confirm(own, email);
    expect(await nameOf(own)).toBe(first);
  });
});
