import type { TestApp } from '../support/app.ts';
import { actionsOf } from '../support/audit.ts';
import { TestBrowser } from '../support/browser.ts';
import type { HostileProvider } from '../support/hostile-provider.ts';
import { password } from '../support/people.ts';
import { portal, withProviders } from '../support/with-providers.ts';

const { now, signInAt, linked } = withProviders();
let house: TestApp;
let clinic: HostileProvider;
let other: HostileProvider;
let browser: TestBrowser;
beforeEach(() => {
  ({ house, clinic, other, browser } = now());
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

  test("ends the person's provider sessions, not password ones; its token works once", async () => {
    const doctor = await linked();
    await signInAt();
    const byPassword = new TestBrowser(house.app, portal);
    await byPassword.signIn(doctor.email, password);
    const token = await clinic.sign(claims());
    expect(await send(token)).toBe(200);
    expect([await isSignedIn(), await isSignedIn(byPassword)]).toEqual([false, true]);
    expect(await actionsOf(house, doctor.accountId)).toContain('account.ended_by_provider');
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
