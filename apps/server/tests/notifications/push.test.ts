import { mostPushDevices, pushMessageSchema, type PushDevice, type PushMessage } from '@konsil/contracts/push';
import { eq } from 'drizzle-orm';
import { dayMs, hourMs, minuteMs, secondMs } from '@konsil/server-platform/clock';
import { outbox } from '@konsil/server-platform/database/tables';
import { pushDevices, sessions } from '@konsil/server-domain/schema';
import { notifyPerson, type News } from '@konsil/server-domain/notices/notices';
import { pushCarrier } from '@konsil/server-notifications/push/deliver';
import { eraseDueAccounts } from '@konsil/server-privacy/erasure';
import { waitUntil } from '@konsil/server-testing/until';
import { testApp, type TestApp } from '../support/app.ts';
import { actionsOf } from '../support/audit.ts';
import { TestBrowser } from '../support/browser.ts';
import { answerFinally, bodyOf, sentCase } from '../support/cases.ts';
import { inviteDoctor, password, requestsAs, signInAgain, signUpPatient, type Person } from '../support/people.ts';
import { decryptPush, PushService, senderOf, type Subscription } from '../support/push-service.ts';

let house: TestApp;
let doctor: Person;
let service: PushService;
beforeAll(async () => {
  service = new PushService();
  await service.start();
  house = await testApp({ WEB_PUSH_PRIVATE_NETWORKS: '127.0.0.1', OPERATOR_EMAIL: 'betrieb@konsil.test' });
  doctor = await inviteDoctor(house);
});
afterAll(() => service.close());
beforeEach(() => {
  service.arrived.length = 0;
  service.answer = (response) => response.writeHead(201).end();
});

interface Push {
  key: string | null;
  devices: PushDevice[];
}
let names = 0;
const newSubscription = () => service.subscription(`device-${(names += 1)}`);
const pushOf = async (person: Person) => bodyOf<Push>(await requestsAs(house.app, person).get('/account/push'));
const turnOn = async (person: Person, subscription = newSubscription()): Promise<[PushDevice, Subscription]> => [
  bodyOf<PushDevice>(await requestsAs(house.app, person).post('/account/push', subscription.keys()), 201),
  subscription,
];
const tell = (accountId: string, news: Omit<News, 'accountId'> = { kind: 'answer' }) =>
  house.kernel.db.transaction((tx) =>
    notifyPerson({ tx, now: house.clock.now(), kernel: house.kernel }, { accountId, ...news }),
  );
const arrived = async (count = 1) => {
  await waitUntil(() => service.arrived.length >= count);
  return service.arrived;
};
/** The requests for one device; other devices may get retries at the same time. */
const arrivedAt = (endpoint: string) => service.arrived.filter(({ path }) => path === new URL(endpoint).pathname);
const pushesOf = (accountId: string) =>
  house.kernel.db
    .select()
    .from(outbox)
    .where(eq(outbox.accountId, accountId))
    .then((rows) => rows.filter(({ channel }) => channel === 'push'));
/** The one push of an account once it is no longer being sent. */
const settled = async (accountId: string) => {
  await waitUntil(async () => {
    const [row] = await pushesOf(accountId);
    return Boolean(row && row.attempts > 0 && !row.leasedUntil);
  });
  const [row] = await pushesOf(accountId);
  if (!row) throw new Error('There is no push.');
  return row;
};

test('the test double decrypts the example of RFC 8291', () => {
  const [d, auth, body] = [
    'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    'BTBZMqHH6r4Tts7J_aSIgg',
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  ].map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer, Buffer];
  expect(decryptPush(body, { d, auth })).toBe('When I grow up, I want to be a watermelon');
});

test('news reach a device encrypted and signed, with fixed words and the place only', async () => {
  const patient = await signUpPatient(house);
  const [device, subscription] = await turnOn(patient);
  const theCase = await sentCase(house, { patient, doctor });
  await answerFinally(house, theCase);
  const [call] = await arrived();
  if (!call) throw new Error('Nothing arrived.');
  const message = pushMessageSchema.parse(JSON.parse(subscription.open(call.body)));
  expect(message).toEqual({
    title: 'Neues in Konsil',
    body: 'Öffnen Sie Konsil, um es zu lesen.',
    path: `/patient/process/${theCase.caseId}`,
  });
  expect(call.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    topic: 'news',
    'content-length': String(call.body.length),
  });
  const { key } = await pushOf(patient);
  const sender = await senderOf(call, house.clock.now());
  expect(sender).toMatchObject({ aud: service.origin, sub: 'mailto:betrieb@konsil.test', key });
  expect((sender.exp ?? 0) * secondMs - house.clock.now().getTime()).toBeLessThanOrEqual(dayMs);
  await waitUntil(async () => (await pushOf(patient)).devices[0]?.last_sent_at !== null);
  expect((await pushOf(patient)).devices).toMatchObject([{ id: device.id }]);
});

test('every device gets messages of the same length, in the language of the account', async () => {
  const patient = await signUpPatient(house);
  await requestsAs(house.app, patient).put('/account/settings', { locale: 'en', notify_email: 'none' });
  const opened = new Map<string, Subscription>();
  for (let n = 0; n < 2; n += 1) {
    const [, subscription] = await turnOn(patient);
    opened.set(new URL(subscription.endpoint).pathname, subscription);
  }
  await tell(patient.accountId);
  const calls = await arrived(2);
  for (const { path, body } of calls)
    expect(JSON.parse(opened.get(path)?.open(body) ?? '')).toEqual({
      title: 'News in Konsil',
      body: 'Open Konsil to read it.',
      path: '/patient',
    } satisfies PushMessage);
  const theCase = await sentCase(house, { patient, doctor });
  service.arrived.length = 0;
  await tell(patient.accountId, { kind: 'document', caseId: theCase.caseId });
  const [later] = await arrived(2);
  expect(later?.body.length).toBe(calls[0]?.body.length);
});

test.each([404, 410])('a device whose push service responds with %i is deleted', async (status) => {
  const patient = await signUpPatient(house);
  await turnOn(patient);
  service.answer = (response) => response.writeHead(status).end();
  await tell(patient.accountId);
  const { failure, sentAt } = await settled(patient.accountId);
  expect([failure, sentAt !== null]).toEqual([null, true]);
  expect((await pushOf(patient)).devices).toEqual([]);
});

test('a push service that is busy is called again when it says; a failing one with back-off', async () => {
  const patient = await signUpPatient(house);
  await turnOn(patient);
  service.answer = (response) => response.writeHead(429, { 'retry-after': '7200' }).end();
  await tell(patient.accountId);
  const busy = await settled(patient.accountId);
  expect(busy).toMatchObject({ failedAt: null, sentAt: null, error: 'HTTP 429' });
  const waits = busy.dueAt.getTime() - house.clock.now().getTime();
  expect(waits).toBeGreaterThan(hourMs);
  expect(waits).toBeLessThanOrEqual(2 * hourMs);

  service.answer = (response) => response.writeHead(500).end();
  house.clock.advance(2 * hourMs + minuteMs);
  await waitUntil(async () => (await pushesOf(patient.accountId))[0]?.error === 'HTTP 500');
  service.answer = (response) => response.writeHead(201).end();
  house.clock.advance(hourMs);
  await waitUntil(async () => (await pushesOf(patient.accountId))[0]?.sentAt !== null);
  expect(await house.kernel.db.$count(pushDevices, eq(pushDevices.accountId, patient.accountId))).toBe(1);
});

test('a push service that never responds times out after ten seconds, and is retried', async () => {
  const patient = await signUpPatient(house);
  await turnOn(patient);
  service.answer = () => undefined;
  await tell(patient.accountId);
  const hung = await settled(patient.accountId);
  expect(hung).toMatchObject({ failedAt: null, sentAt: null, attempts: 1 });
  expect((await pushOf(patient)).devices).toHaveLength(1);
});

test('a push service that responds with 101 does not block the others', async () => {
  const [hostile, patient] = [await signUpPatient(house), await signUpPatient(house)];
  for (const person of [hostile, patient]) await turnOn(person);
  service.answer = (response) =>
    response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
  await tell(hostile.accountId);
  expect(await settled(hostile.accountId)).toMatchObject({ sentAt: null, failedAt: null, attempts: 1 });
  service.answer = (response) => response.writeHead(201).end();
  await tell(patient.accountId);
  await waitUntil(async () => (await pushesOf(patient.accountId))[0]?.sentAt !== null);
});

test('a message that a push service refuses, or that is a day old, is not sent again', async () => {
  const [refused, old] = [await signUpPatient(house), await signUpPatient(house)];
  for (const patient of [refused, old]) await turnOn(patient);
  service.answer = (response) => response.writeHead(403).end();
  await tell(refused.accountId);
  await waitUntil(async () => (await pushesOf(refused.accountId))[0]?.failure === 'refused');
  service.answer = (response) => response.writeHead(503).end();
  await tell(old.accountId);
  await settled(old.accountId);
  house.clock.advance(dayMs + minuteMs);
  await waitUntil(async () => (await pushesOf(old.accountId))[0]?.failure === 'expired');
});

test.each([401, 403])('a push service that responds with %i is logged once, with what to do', async (status) => {
  const [patient, other] = [await signUpPatient(house), await signUpPatient(house)];
  for (let n = 0; n < 2; n += 1) await turnOn(patient);
  const strange = new PushService();
  await strange.start();
  await turnOn(other, strange.subscription('strange'));
  const logged = jest.spyOn(house.kernel.log, 'error');
  for (const one of [service, strange]) one.answer = (response) => response.writeHead(status).end();
  for (const { accountId } of [patient, other]) {
    await tell(accountId);
    await waitUntil(async () => (await pushesOf(accountId)).every(({ failure }) => failure === 'refused'));
  }
  const refusals = logged.mock.calls.filter(([, words]) => /refuse/.test(String(words)));
  expect(refusals.map(([fields]) => fields)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        service: new URL(strange.origin).host,
        status,
        advice: expect.stringMatching(/clock/),
      }),
    ]),
  );
  expect(refusals.length).toBeLessThanOrEqual(2);
  logged.mockRestore();
  await strange.close();
});

test('queued push messages are not sent once the operator disables push', async () => {
  const patient = await signUpPatient(house);
  const [, { endpoint }] = await turnOn(patient);
  const [device] = await house.kernel.db.select().from(pushDevices).where(eq(pushDevices.accountId, patient.accountId));
  const send = (webPush: boolean) =>
    pushCarrier({ ...house.kernel, env: { ...house.env, webPush } })(
      { to: device?.id ?? '', subject: '', text: '' },
      'x',
    );
  await send(false);
  expect(arrivedAt(endpoint)).toEqual([]);
  await send(true);
  expect(arrivedAt(endpoint)).toHaveLength(1);
});

test.each([
  'http://10.0.0.1/send',
  'https://169.254.169.254/latest',
  'https://[::1]/send',
  'https://user:word@push.example/send',
  'ftp://push.example/send',
  'push.example',
])('the address %s is refused', async (endpoint) => {
  const patient = await signUpPatient(house);
  const answer = await requestsAs(house.app, patient).post('/account/push', { ...newSubscription().keys(), endpoint });
  expect(answer.json()).toMatchObject({ code: 'invalid', errors: [{ path: 'endpoint' }] });
});

test('a host name in the private network is not called, and its device is deleted', async () => {
  const strict = await testApp();
  const there = await signUpPatient(strict);
  const endpoint = newSubscription().endpoint.replace('127.0.0.1', 'localhost');
  const added = await requestsAs(strict.app, there).post('/account/push', { ...newSubscription().keys(), endpoint });
  expect(added.statusCode).toBe(201);
  await strict.kernel.db.transaction((tx) =>
    notifyPerson(
      { tx, now: strict.clock.now(), kernel: strict.kernel },
      { accountId: there.accountId, kind: 'answer' },
    ),
  );
  await waitUntil(async () => (await strict.kernel.db.$count(pushDevices)) === 0);
  expect(arrivedAt(endpoint)).toEqual([]);
});

test('keys that are too short or not on the curve are refused', async () => {
  const patient = await signUpPatient(house);
  const keys = newSubscription().keys();
  for (const wrong of [{ p256dh: 'A'.repeat(87) }, { p256dh: 'BA' }, { auth: 'x' }]) {
    const answer = await requestsAs(house.app, patient).post('/account/push', { ...keys, ...wrong });
    expect(answer.json()).toMatchObject({ code: 'invalid', errors: [{ path: Object.keys(wrong)[0] }] });
  }
});

test('an account has at most twenty devices, and sees and removes its own only', async () => {
  const [patient, stranger] = [await signUpPatient(house), await signUpPatient(house)];
  const [device] = await turnOn(patient);
  for (let n = 1; n < mostPushDevices; n += 1) await turnOn(patient);
  const surplus = await requestsAs(house.app, patient).post('/account/push', newSubscription().keys());
  expect(surplus.json()).toMatchObject({ code: 'quota' });
  expect((await pushOf(stranger)).devices).toEqual([]);
  expect((await requestsAs(house.app, stranger).delete(`/account/push/${device.id}`)).statusCode).toBe(404);
  bodyOf(await requestsAs(house.app, patient).delete(`/account/push/${device.id}`));
  const { devices } = await pushOf(patient);
  expect([devices.length, devices.some(({ id }) => id === device.id)]).toEqual([mostPushDevices - 1, false]);
  expect(await actionsOf(house, patient.accountId)).toEqual(
    expect.arrayContaining(['account.push_added', 'account.push_removed']),
  );
});

test("a device's endpoint is encrypted with the key of its account", async () => {
  const patient = await signUpPatient(house);
  const [, { endpoint, p256dh }] = await turnOn(patient);
  const [row] = await house.kernel.db.select().from(pushDevices).where(eq(pushDevices.accountId, patient.accountId));
  const text = JSON.stringify(row) + row?.sealed.toString('latin1');
  for (const secret of [endpoint, p256dh]) expect(text).not.toContain(secret);
});

describe('in a browser', () => {
  const subscribe = async (browser: TestBrowser) =>
    bodyOf<PushDevice>(await browser.product('POST', '/account/push', newSubscription().keys()), 201);
  const seenIn = async (browser: TestBrowser) => bodyOf<Push>(await browser.product('GET', '/account/push')).devices;
  const openAt = async (patient: Person) => {
    const browser = new TestBrowser(house.app);
    await browser.signIn(patient.email, password);
    return browser;
  };

  test('the device is named, recognised again, and enabled once', async () => {
    const patient = await signUpPatient(house);
    const [phone, desk] = [await openAt(patient), await openAt(patient)];
    await subscribe(phone);
    const again = await subscribe(phone);
    expect(await seenIn(phone)).toEqual([again]);
    expect(again.current).toBe(true);
    expect((await seenIn(desk)).map(({ current }) => current)).toEqual([false]);
  });

  test('an expired session changes nothing; the next one on the device takes it over, and signing out removes it', async () => {
    const patient = await signUpPatient(house);
    const phone = await openAt(patient);
    const device = await subscribe(phone);
    await house.kernel.db
      .update(sessions)
      .set({ endedAt: house.clock.now() })
      .where(eq(sessions.accountId, patient.accountId));
    await phone.signIn(patient.email, password);
    expect(await seenIn(phone)).toEqual([device]);
    // Signing in again without signing out before.
    await phone.signIn(patient.email, password);
    expect(await seenIn(phone)).toEqual([device]);
    await phone.form('/api/auth/signout');
    expect((await pushOf({ ...patient, ...(await signInAgain(house.app, patient)) })).devices).toEqual([]);
    expect(await actionsOf(house, patient.accountId)).toContain('account.sign_out');
  });

  test("another person's sign-in on the same browser ends its notifications, also after the session expired", async () => {
    const [first, second] = [await signUpPatient(house), await signUpPatient(house)];
    const phone = await openAt(first);
    const tablet = await openAt(first);
    await subscribe(phone);
    const kept = await subscribe(tablet);
    await house.kernel.db
      .update(sessions)
      .set({ endedAt: house.clock.now() })
      .where(eq(sessions.accountId, first.accountId));
    await phone.signIn(second.email, password);
    expect(await seenIn(phone)).toEqual([]);
    const { devices } = await pushOf({ ...first, ...(await signInAgain(house.app, first)) });
    expect(devices.map(({ id }) => id)).toEqual([kept.id]);
  });

  test('ending the session of a lost device, or all others, ends its notifications', async () => {
    const patient = await signUpPatient(house);
    const [phone, tablet, desk] = [await openAt(patient), await openAt(patient), await openAt(patient)];
    const ids = [await subscribe(phone), await subscribe(tablet), await subscribe(desk)].map(({ id }) => id);
    const [lost] = await house.kernel.db
      .select()
      .from(pushDevices)
      .where(eq(pushDevices.id, ids[0] ?? ''));
    bodyOf(await desk.product('DELETE', `/account/sessions/${lost?.sessionId}`));
    expect((await seenIn(desk)).map(({ id }) => id).sort()).toEqual(ids.slice(1).sort());
    bodyOf(await desk.product('DELETE', '/account/sessions'));
    expect((await seenIn(desk)).map(({ id }) => id)).toEqual(ids.slice(2));
  });
});

test("an erased account's devices and messages are gone, and a doctor's, too", async () => {
  for (const join of [signUpPatient, inviteDoctor]) {
    const person = await join(house);
    await turnOn(person);
    service.answer = (response) => response.writeHead(503).end();
    await tell(person.accountId, { kind: 'message' });
    await settled(person.accountId);
    bodyOf(await requestsAs(house.app, person).post('/account/erasure', { current_password: password }));
    house.clock.advance(31 * dayMs);
    expect(await eraseDueAccounts(house.kernel)).toBe(1);
    expect(await house.kernel.db.$count(pushDevices, eq(pushDevices.accountId, person.accountId))).toBe(0);
    expect(await pushesOf(person.accountId)).toEqual([]);
  }
});

test('with push disabled, no key is served, no device accepted and nothing sent', async () => {
  const without = await testApp({ WEB_PUSH: '0' });
  const patient = await signUpPatient(without);
  const calls = requestsAs(without.app, patient);
  expect(bodyOf<Push>(await calls.get('/account/push'))).toEqual({ key: null, devices: [] });
  expect((await calls.post('/account/push', newSubscription().keys())).statusCode).toBe(404);
});
