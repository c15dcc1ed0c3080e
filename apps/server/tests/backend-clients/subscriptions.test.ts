import { createHmac } from 'node:crypto';
import type { Bundle, OperationOutcome, Subscription } from 'fhir/r4';
import { listWebhooks } from '@konsil/server-notifications/webhooks/webhooks';
import { waitUntil } from '@konsil/server-testing/until';
import type { TestApp } from '../support/app.ts';
import { addLetter, bodyOf, type Conversation } from '../support/cases.ts';
import { inviteDoctor, requestsAs, signInAgain, type Person } from '../support/people.ts';
import { backendClients } from '../support/backend-clients.ts';
import { faultsOf } from '../support/valid-r4.ts';

const { state, receiver, konsil, register, tokenOf } = backendClients();
let house: TestApp;
let ours: Conversation;
let other: Person;
beforeAll(() => {
  ({ house, ours, other } = state());
});

describe('a subscription', () => {
  const scope = 'system/*.rs system/Subscription.cruds';
  let mine: string;
  let theirs: string;
  beforeAll(async () => {
    mine = await register('Mit Ereignissen', [ours.doctor, other], scope);
    theirs = await register('Anderes System', [ours.doctor], scope);
  });
  const tokenFor = (id: string, doctor = ours.doctor, wanted = scope) =>
    tokenOf({ scope: wanted, fhirUser: `Practitioner/${doctor.accountId}` }, { claims: { iss: id, sub: id } });
  const hook = () => receiver.url('/hook');
  const subscription = (changes: object = {}, channel: object = {}) => ({
    resourceType: 'Subscription',
    status: 'requested',
    reason: 'Neue Fälle',
    criteria: 'DocumentReference?',
    channel: { type: 'rest-hook', endpoint: hook(), ...channel },
    ...changes,
  });
  const call = (token: string, method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object) =>
    house.app.inject({
      method,
      url: `/fhir/Subscription${path}`,
      headers: { authorization: `Bearer ${token}`, ...(payload ? { 'content-type': 'application/fhir+json' } : {}) },
      ...(payload ? { payload: JSON.stringify(payload) } : {}),
    });

  test("is confirmed by a handshake, and sends its doctor's events, signed, ids only", async () => {
    receiver.calls = [];
    const answer = await call(await tokenFor(mine), 'POST', '', subscription());
    const made = bodyOf<Subscription>(answer, 201);
    expect(faultsOf(made)).toEqual([]);
    expect(answer.headers.location).toContain(`/fhir/Subscription/${made.id}`);
    expect(made).toMatchObject({ status: 'active', criteria: 'DocumentReference?', channel: { endpoint: hook() } });
    expect(receiver.calls.map(({ event, text }) => [event, text])).toEqual([['handshake', '{}']]);
    const doctor = await signInAgain(house.app, ours.doctor);
    const letter = await addLetter(house, ours, doctor);
    await waitUntil(() => receiver.calls.length === 2);
    const [, told] = receiver.calls;
    expect(JSON.parse(told?.text ?? '')).toMatchObject({ event: 'document.added', ref_id: letter });
    const [time = '', sum] = String(told?.headers['konsil-signature']).split(',');
    const secret = made.extension?.[0]?.valueString ?? '';
    expect(sum).toBe(
      `v1=${createHmac('sha256', secret)
        .update(`${time.slice(2)}.${told?.text}`)
        .digest('hex')}`,
    );
    const token = await tokenFor(mine);
    const alone = bodyOf<Subscription>(await call(token, 'GET', `/${made.id}`));
    expect(alone).toEqual({ ...made, extension: undefined, meta: alone.meta });
    const bundle = bodyOf<Bundle>(await call(token, 'GET'));
    expect(faultsOf(bundle)).toEqual([]);
    expect(bundle.entry?.map(({ resource }) => resource?.id)).toEqual([made.id]);
  });

  test('belongs to one client and one doctor, and ends by DELETE or with its client', async () => {
    const token = await tokenFor(mine);
    const { id = '' } = bodyOf<Subscription>(await call(token, 'POST', '', subscription()), 201);
    for (const stranger of [await tokenFor(theirs), await tokenFor(mine, other), ours.doctor.token]) {
      expect((await call(stranger, 'GET', `/${id}`)).statusCode).toBe(404);
      expect([403, 404]).toContain((await call(stranger, 'DELETE', `/${id}`)).statusCode);
      expect((await call(stranger, 'GET')).body).not.toContain(id);
    }
    const reading = await tokenFor(mine, ours.doctor, 'system/*.rs');
    expect((await call(reading, 'DELETE', `/${id}`)).statusCode).toBe(403);
    expect((await call(reading, 'POST', '', subscription())).statusCode).toBe(403);
    expect((await call(token, 'DELETE', `/${id}`)).statusCode).toBe(204);
    expect((await call(token, 'GET', `/${id}`)).statusCode).toBe(404);
    await konsil('client', 'remove', mine);
    expect((await listWebhooks(house.kernel)).filter(({ clientId: by }) => by === mine)).toEqual([]);
  });

  test('is deleted if its doctor removes the system during the handshake', async () => {
    const doctor = await inviteDoctor(house);
    const leaving = await register('Wird beendet', [doctor], scope);
    const token = await tokenFor(leaving, doctor);
    receiver.meanwhile = () => requestsAs(house.app, doctor).post(`/api/systems/${leaving}/end`);
    const answer = await call(token, 'POST', '', subscription());
    receiver.meanwhile = undefined;
    expect(answer.statusCode).toBe(401);
    expect((await listWebhooks(house.kernel)).filter(({ clientId: by }) => by === leaving)).toEqual([]);
  });

  test.each<[string, object, object]>([
    ['other criteria', { criteria: 'Patient?' }, {}],
    ['criteria with parameters', { criteria: 'DocumentReference?status=current' }, {}],
    ['a name of every object as criteria', { criteria: 'constructor' }, {}],
    ['another channel', {}, { type: 'email' }],
    ['a payload', {}, { payload: 'application/fhir+json' }],
    ['headers', {}, { header: ['Authorization: Bearer x'] }],
    ['no address', {}, { endpoint: undefined }],
    ['an address within our network', {}, { endpoint: 'http://10.0.0.1/hook' }],
    ['a file', {}, { endpoint: 'file:///etc/passwd' }],
  ])('is refused with %s', async (_what, changes, channel) => {
    receiver.calls = [];
    const answer = await call(await tokenFor(theirs), 'POST', '', subscription(changes, channel));
    expect([answer.statusCode, answer.json<OperationOutcome>().issue[0]?.code]).toEqual([422, 'not-supported']);
    expect(receiver.calls).toEqual([]);
  });

  test('is refused if its endpoint fails, or without a scope for its events', async () => {
    receiver.status = 500;
    const silent = await call(await tokenFor(theirs), 'POST', '', subscription());
    receiver.status = 200;
    expect([silent.statusCode, silent.body]).toEqual([422, expect.stringContaining('HTTP 500')]);
    const narrow = await tokenFor(theirs, ours.doctor, 'system/Subscription.c system/Task.rs');
    expect((await call(narrow, 'POST', '', subscription())).statusCode).toBe(403);
    expect((await call(await tokenFor(theirs), 'GET')).json()).toMatchObject({ total: 0 });
  });
});
