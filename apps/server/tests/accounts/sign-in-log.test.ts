import type { SignIn } from '@konsil/contracts/accounts';
import { Secret, TOTP } from 'otpauth';
import { verifyChains } from '@konsil/server-platform/audit/audit';
import { dayMs, minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { TestBrowser } from '../support/browser.ts';
import { requestsAs, newEmail, password, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let owner: Person;
beforeAll(async () => {
  house = await testApp({ KONSIL_LIMITS_FACTOR: '1' });
  owner = await signUpPatient(house);
});
beforeEach(() => house.clock.advance(dayMs));

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const login = (email: string, secret: string, code?: string) =>
  house.app.inject({
    method: 'POST',
    url: '/account/api/login',
    remoteAddress: '203.0.113.66',
    headers: { 'user-agent': firefox },
    payload: { email, password: secret, ...(code ? { code } : {}) },
  });
const signIns = async (person: Person) => {
  const token = (await login(person.email, password)).json();
  return (
    await requestsAs(house.app, { token: token.Authorization, csrf: token.CSRF_Token }).get('/account/sign-ins')
  ).json<SignIn[]>();
};
interface Recorded {
  subject_id: string | null;
  actor_id: string | null;
  detail: string;
}
const recorded = async () =>
  (
    await house.kernel.connection.pool.query<Recorded>(
      "select subject_id, actor_id, detail from audit_records where action = 'account.sign_in_failed' order by id",
    )
  ).rows;

test('a wrong password is logged with network, device and reason', async () => {
  await login(owner.email, 'Falsch-Geraten-1');
  const [right, wrong] = await signIns(owner);
  expect(right).toMatchObject({ result: 'allowed', reason: null });
  expect(wrong).toMatchObject({
    result: 'denied',
    reason: 'wrong_password',
    network: '203.0.113.0/24',
    device: 'Firefox, Windows',
  });
});

test('an unknown address is logged as a keyed hash, never in clear', async () => {
  const [typed, another] = [newEmail('secret'), newEmail('other')];
  for (const email of [typed, typed.toUpperCase(), another]) await login(email, 'Falsch-Geraten-1');
  const [first, second, third] = (await recorded()).slice(-3).map(({ detail }) => JSON.parse(detail));
  expect(first).toEqual({
    reason: 'unknown_account',
    network: '203.0.113.0/24',
    device: 'Firefox, Windows',
    unknown: expect.stringMatching(/^[\w-]{22}$/),
  });
  expect(second.unknown).toBe(first.unknown);
  expect(third.unknown).not.toBe(first.unknown);
  expect(JSON.stringify(await recorded()).toLowerCase()).not.toContain('secret');
});

test('wrong codes and throttled attempts are logged, the latter once per network', async () => {
  const other = await signUpPatient(house);
  const { secret } = (
    await requestsAs(house.app, other).post('/account/secondfactor', { current_password: password })
  ).json();
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const rightCode = () => totp.generate({ timestamp: house.clock.now().getTime() });
  await requestsAs(house.app, other).post('/account/secondfactor/confirm', { code: rightCode() });
  for (let n = 0; n < 12; n += 1) await login(other.email, password, 'no code');
  const browser = new TestBrowser(house.app);
  await browser.signIn(other.email, password, { code: 'no code' });
  const reasons = (await recorded())
    .filter(({ subject_id }) => subject_id === other.accountId)
    .map(({ detail }) => JSON.parse(detail).reason);
  expect(reasons).toEqual([...Array.from({ length: 8 }, () => 'wrong_code'), 'too_many', 'wrong_code']);
  house.clock.advance(20 * minuteMs);
});

test("nobody sees another account's sign-ins, and the chain is intact", async () => {
  const other = await signUpPatient(house);
  await login(owner.email, 'Falsch-Geraten-1');
  expect((await signIns(other)).filter(({ result }) => result === 'denied')).toEqual([]);
  expect((await verifyChains(house.kernel.db, house.kernel.vault)).faults).toEqual([]);
});

test('a changed reason is detected', async () => {
  await login(owner.email, 'Falsch-Geraten-1');
  await house.owner.pool.query(`
    alter table audit_records disable trigger audit_records_append_only;
    update audit_records set detail = replace(detail, 'wrong_password', 'wrong_code') where id = (select max(id) from audit_records where detail like '%wrong_password%');
    alter table audit_records enable trigger audit_records_append_only`);
  expect((await verifyChains(house.kernel.db, house.kernel.vault)).faults).toMatchObject([{ fault: 'changed' }]);
});
