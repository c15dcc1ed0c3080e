import { randomUUID } from 'node:crypto';
import { fhirRoutes, fhirSearchTypes } from '@konsil/contracts/fhir';
import { clientAssertionType } from '@konsil/contracts/fhir-auth';
import { routes } from '@konsil/contracts/routes';
import { pathOf, type RouteContract } from '@konsil/contracts/route';
import type { InjectOptions } from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { startClientToken } from '@konsil/server-domain/backend-clients/client-tokens';
import { grantOfCode, startAppTokens, startGrant } from '@konsil/server-domain/patient-apps/app-tokens';
import { addApp } from '@konsil/server-fhir/apps/registration';
import { addClient } from '@konsil/server-fhir/auth/clients';
import { testApp, type TestApp } from './support/app.ts';
import { aConversation, type FullConversation } from './support/conversation.ts';
import { signInAgain, type Person } from './support/people.ts';
import { excludedRoutes, schemaOf, type WireSchema } from './support/wire-schema.ts';

const rounds = Number(process.env.FUZZ_ROUNDS ?? 6);
let house: TestApp;
let conversation: FullConversation;
beforeAll(async () => {
  house = await testApp();
  conversation = await aConversation(house);
});

/** Yields the same sequence in every run, so that failures can be reproduced. */
const sequence = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};
const random = sequence(4715);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

const nasty: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 53,
  '',
  ' ',
  'x',
  'ä'.repeat(5000),
  'a\u0000b',
  '\u0000',
  '\ud800',
  '\u202Eabc',
  'é\r\nX: y',
  '<script>alert(1)</script>',
  "'; drop table accounts; --",
  '0000-00-00',
  '9999-12-31',
  '-000001-01-01',
  '2026-02-31',
  '2026-01-01T00:00:00Z',
  '+999999999999999',
  '__proto__',
  'constructor',
  '%00',
  '../../etc/passwd',
  '{{7*7}}',
  '${7*7}',
  [],
  {},
  [[[[]]]],
  [null],
  { a: { b: { c: null } } },
  { constructor: { prototype: {} } },
];
/** Mostly valid values, sometimes any. */
const valueFor = (schema: WireSchema, depth = 0): unknown => {
  if (random() < 0.18 || depth > 5) return pick(nasty);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum);
  if (schema.anyOf) return valueFor(pick(schema.anyOf), depth + 1);
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(() => random() < 0.9)
        .map(([key, value]) => [key, valueFor(value, depth + 1)]),
    );
  if (schema.type === 'object')
    return Object.fromEntries(
      [...Array(3).keys()].map((at) => [
        pick(['a', 'list', 'key:1', `k${at}`]),
        valueFor(schema.additionalProperties ?? {}, depth + 1),
      ]),
    );
  if (schema.type === 'array')
    return Array.from({ length: Math.floor(random() * 4) }, () => valueFor(schema.items ?? {}, depth + 1));
  if (schema.type === 'integer' || schema.type === 'number') return pick([0, 1, 2, 3, 60, 61, -1, 2 ** 31]);
  if (schema.type === 'boolean') return random() < 0.5;
  if (schema.format === 'uuid')
    return pick([randomUUID(), ...Object.values(conversation.ids), conversation.doctor.accountId]);
  if (schema.format === 'date') return pick(['2026-05-05', '1968-04-21', '2031-01-01', '0001-01-01', '9999-12-31']);
  if (schema.format === 'date-time')
    return pick(['2031-05-05T10:00:00Z', '2020-01-01T00:00:00.000Z', '9999-12-31T23:59:59Z']);
  if (schema.format === 'email') return 'somebody@example.org';
  return pick(['Text', 'Dr. Möller', 'Sechs-Zitronen-7', '+4915112345678', "Doctor's letter", 'Hospital', '123456']);
};

const callOf = (contract: RouteContract, person: Person): InjectOptions => {
  const id = pick(Object.values(conversation.ids));
  const params = {
    id,
    documentId: id,
    key: 'a:b',
    answerValue: pick(['final_answer', 'schedule_appointment', 'unable_to_do_anything', 'x']),
    titleValue: pick(['none', 'other', 'upload_documents']),
    ticket: pick(['x', randomUUID(), 'A'.repeat(43)]),
    name: 'a.pdf',
    token: 'x',
  };
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(schemaOf(contract.query).properties ?? {}))
    if (random() < 0.4) query.append(key, String(valueFor(value)));
  const body = contract.body ? valueFor(schemaOf(contract.body)) : undefined;
  return {
    method: contract.method as NonNullable<InjectOptions['method']>,
    url: `${pathOf(contract, params)}${query.size > 0 ? `?${query}` : ''}`,
    headers: {
      authorization: `Token ${person.token}`,
      'x-csrftoken': person.csrf,
      ...(random() < 0.2
        ? { 'idempotency-key': String(pick(['short', 'a-good-key-1', 'ä'.repeat(10)])).replace(/[^\x20-\x7e]/g, '?') }
        : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  };
};

test(
  'no input breaks a route',
  async () => {
    const broken: unknown[] = [];
    const seen = new Map<number, number>();
    for (let round = 0; round < rounds; round += 1) {
      for (const role of ['patient', 'doctor'] as const) {
        const person = await signInAgain(house.app, conversation[role]).catch(() => conversation[role]);
        for (const [name, contract] of Object.entries(routes) as [string, RouteContract][]) {
          if (excludedRoutes.includes(name)) continue;
          const call = callOf(contract, person);
          const answer = await house.app.inject(call);
          seen.set(answer.statusCode, (seen.get(answer.statusCode) ?? 0) + 1);
          if (
            answer.statusCode >= 500 ||
            /node_modules|at async|select "|stack/.test(answer.statusCode >= 400 ? answer.body : '')
          )
            broken.push({
              name,
              status: answer.statusCode,
              url: call.url,
              payload: String(call.payload ?? '').slice(0, 400),
              body: answer.body.slice(0, 200),
            });
        }
      }
    }
    expect(broken).toEqual([]);
    expect(seen.get(200)).toBeGreaterThan(50);
    expect(seen.get(422)).toBeGreaterThan(50);
  },
  300_000 + rounds * 60_000,
);

const fhirCalls = Number(process.env.FHIR_FUZZ_CALLS ?? 300);
const anyText = (): string => String(pick(nasty.filter((value) => typeof value === 'string')));
const anyId = (): string =>
  pick([
    () => pick(Object.values(conversation.ids)),
    () => `${pick(Object.values(conversation.ids))}.${pick(['1', '2', '999', '0', '-1'])}`,
    () => conversation.doctor.accountId,
    () => randomUUID(),
    () => pick(Object.values(conversation.ids)).toUpperCase(),
    anyText,
  ])();
const anyMoment = (): string =>
  `${pick(['', 'ge', 'lt', 'eb', 'ne', 'xx'])}${pick(['2026', '2026-02', '2026-02-31', '2026-11-27T10:00:00Z', '0000', '9999-12-31', anyText()])}`;
const searchValues: Record<string, () => string> = {
  patient: () => `${pick(['', 'Patient/', 'Practitioner/', 'http://localhost/fhir/Patient/'])}${anyId()}`,
  subject: () => `${pick(['', 'Patient/'])}${anyId()}`,
  _id: () => Array.from({ length: pick([1, 2, 20, 21]) }, anyId).join(','),
  _count: () => pick(['0', '1', '100', '101', '-1', '1e9', '20.5', anyText()]),
  _cursor: () => pick(['0.', '1.', '0.x', 'x', Buffer.from(anyText()).toString('base64url'), anyText()]),
  _include: () =>
    `${pick([...fhirSearchTypes, '*'])}:${pick(['patient', 'subject', 'performer', 'based-on', 'related', 'constructor', anyText()])}`,
  _format: () => pick(['json', 'xml', 'application/fhir+json', anyText()]),
  status: () => pick(['active', 'x|active', 'active,completed', '|', anyText()]),
  'patient:missing': () => 'true',
  ...Object.fromEntries(
    ['_lastUpdated', 'date', 'sent', 'authored', 'authored-on', 'issued', 'started', 'recorded', 'recorded-date'].map(
      (name) => [name, anyMoment],
    ),
  ),
};
const anyJwt = (): string =>
  [
    { alg: pick(['none', 'ES384', 'RS384', 'HS256', null]), kid: anyText() },
    { iss: pick([clientId, anyId()]), exp: pick([0, 1e12, 'x']), jti: anyText() },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat(pick(['', 'AAAA', anyText()]))
    .join('.');
const formOf = (names: readonly string[]): string => {
  const form = new URLSearchParams();
  const values: Record<string, () => string> = {
    grant_type: () => pick(['client_credentials', 'password', anyText()]),
    client_assertion_type: () => pick([clientAssertionType, anyText()]),
    client_assertion: () => pick([anyJwt(), anyText()]),
    fhirUser: () => `Practitioner/${anyId()}`,
    scope: () => pick(['system/*.rs', 'system/*.cruds', 'openid', anyText()]),
  };
  for (const name of names) if (random() < 0.85) form.append(name, (values[name] ?? anyText)());
  if (random() < 0.1) form.append('scope', 'again');
  return String(form);
};
// Addresses within reach of nobody: the guard refuses them before anything is sent.
const anySubscription = (): object => ({
  resourceType: pick(['Subscription', 'Patient', null]),
  criteria: pick(['DocumentReference?', 'ServiceRequest', 'constructor', anyText(), pick(nasty)]),
  channel: pick<unknown>([
    { type: 'rest-hook', endpoint: pick(['http://10.0.0.1/', 'http://[::1]:1/', 'file:///etc/passwd', anyText()]) },
    { type: pick(['email', pick(nasty)]), header: pick(nasty), payload: pick(nasty) },
    pick(nasty),
  ]),
});
const anyRelated = (): Buffer => {
  const image = fixture(pick(['CT_small.dcm', 'MR_truncated.dcm']));
  const bytes = pick([
    image,
    image.subarray(0, Math.floor(random() * image.length)),
    Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.from(anyText())]),
    Buffer.concat([image.subarray(0, 132 + Math.floor(random() * 40)), Buffer.alloc(60, 255)]),
    Buffer.from(anyText()),
  ]);
  const whole = Buffer.concat([
    Buffer.from(`--${pick(['x', 'y'])}\r\nContent-Type: ${pick(['application/dicom', 'text/html'])}\r\n\r\n`),
    bytes,
    Buffer.from(pick(['\r\n--x--\r\n', '\r\n--x', ''])),
  ]);
  return random() < 0.8 ? whole : whole.subarray(0, Math.floor(random() * whole.length));
};

let clientId = '';
/** Authorization requests of an app: mostly right, so that each check is reached. */
const anyAuthorization = (appId: string): URLSearchParams => {
  const right = {
    client_id: appId,
    redirect_uri: 'https://app.example/',
    response_type: 'code',
    scope: 'patient/*.rs',
    state: 'x',
    aud: `${house.env.origins.patient}/fhir`,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(right))
    if (random() < 0.95) query.append(name, random() < 0.9 ? value : anyText());
  if (random() < 0.1) query.append(pick(Object.keys(right)), anyText());
  return query;
};

const fhirCallOf = (contract: RouteContract, bearers: readonly string[], person: Person): InjectOptions => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(searchValues)) if (random() < 0.15) query.append(name, value());
  // A URL cannot have half of a character pair.
  const address = pathOf(contract, { id: Buffer.from(anyId()).toString() });
  const isWrite = contract.method !== 'GET';
  const body = contract.form
    ? {
        type: 'application/x-www-form-urlencoded',
        payload: formOf(Object.keys(schemaOf(contract.body).properties ?? {})),
      }
    : contract.multipart
      ? {
          type: pick(['multipart/related; type="application/dicom"; boundary=x', 'multipart/related', 'text/plain']),
          payload: anyRelated(),
        }
      : {
          type: pick(['application/fhir+json', 'application/json', 'text/plain']),
          payload: JSON.stringify(anySubscription()),
        };
  const header = (text: string) => text.replace(/[^\x20-\x7e]/g, '?');
  return {
    method: contract.method as NonNullable<InjectOptions['method']>,
    url: `${address}${query.size > 0 && !isWrite ? `?${query}` : ''}`,
    headers: {
      ...(random() < 0.95
        ? {
            authorization: `${pick(['Bearer', 'Bearer', 'Bearer', 'Token'])} ${header(pick([...bearers, ...bearers, ...bearers, anyText()]))}`,
          }
        : {}),
      ...(isWrite && random() < 0.5 ? { 'x-csrftoken': person.csrf } : {}),
      ...(random() < 0.3
        ? { accept: header(pick(['application/fhir+json', 'application/xml', '*/*', anyText()])) }
        : {}),
      ...(random() < 0.2 ? { 'accept-language': header(pick(['de', 'en;q=0', 'xx', anyText()])) } : {}),
      ...(random() < 0.2 ? { prefer: header(pick(['handling=strict', 'return=minimal', anyText()])) } : {}),
      ...(random() < 0.1 ? { 'if-none-match': header(pick(['*', 'W/"x"', anyText()])) } : {}),
      ...(random() < 0.1 ? { range: header(pick(['bytes=0-1', 'bytes=9-1', 'bytes=-5', anyText()])) } : {}),
      ...(isWrite && contract.method === 'POST' ? { 'content-type': body.type } : {}),
    },
    ...(isWrite && contract.method === 'POST' ? { payload: body.payload } : {}),
  };
};

test(
  'no input breaks FHIR, by sessions and by tokens of other systems and apps',
  async () => {
    const appId = await addApp(house.kernel, {
      name: 'Gesundheitsbuch',
      operator: 'Beispiel GmbH',
      redirectUris: ['https://app.example/'],
    });
    const { publicKey } = await generateKeyPair('ES384');
    clientId = await addClient(house.kernel, {
      name: 'Praxissystem',
      scopes: 'system/*.cruds',
      doctorIds: [conversation.doctor.accountId],
      jwks: JSON.stringify({ keys: [await exportJWK(publicKey)] }),
    });
    const contracts = Object.values(fhirRoutes) as RouteContract[];
    const broken: unknown[] = [];
    const seen = new Map<number, number>();
    let bearers: string[] = [];
    let people: Person[] = [];
    for (let count = 0; count < fhirCalls; count += 1) {
      if (count % 200 === 0) {
        people = [
          await signInAgain(house.app, conversation.patient),
          await signInAgain(house.app, conversation.doctor),
        ];
        const token = await house.kernel.db.transaction((tx) =>
          startClientToken(tx, {
            clientId,
            accountId: conversation.doctor.accountId,
            scopes: ['system/*.cruds'],
            now: house.clock.now(),
          }),
        );
        const { access } = await house.kernel.db.transaction(async (tx) => {
          const now = house.clock.now();
          const code = await startGrant(tx, {
            appId,
            accountId: conversation.patient.accountId,
            patientId: conversation.ids.patient,
            scopes: ['patient/*.rs'],
            lasting: true,
            launched: false,
            codeChallenge: 'x',
            redirectUri: 'x',
            now,
          });
          const grant = await grantOfCode(tx, code);
          if (!grant) throw new Error('The grant is missing.');
          return startAppTokens(tx, grant, grant.scopes, now);
        });
        bearers = [...people.map((person) => person.token), token, token, access];
      }
      const contract = contracts[count % contracts.length] as RouteContract;
      const call = fhirCallOf(contract, bearers, pick(people));
      const isAuthorize = contract === fhirRoutes.fhirAuthorize;
      if (isAuthorize && random() < 0.7) call.url = `${contract.path}?${anyAuthorization(appId)}`;
      const { statusCode, body, headers } = await house.app.inject(call);
      seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1);
      const isRefused = statusCode >= 400 && statusCode !== 409;
      // Authorization errors are shown to the person on a page.
      const isTold = isAuthorize
        ? body.startsWith('<!doctype html>')
        : /"resourceType":"OperationOutcome"|^\{"error":"\w+"/.test(body);
      if (
        statusCode >= 500 ||
        (isRefused && !isTold) ||
        (isRefused && /node_modules|at async|select "|stack/.test(body))
      )
        broken.push({
          call: { ...call, payload: String(call.payload ?? '').slice(0, 300) },
          statusCode,
          type: headers['content-type'],
          body: body.slice(0, 300),
        });
    }
    expect(broken).toEqual([]);
    for (const status of [200, 400, 401, 404]) expect([status, (seen.get(status) ?? 0) > 0]).toEqual([status, true]);
  },
  300_000 + fhirCalls * 500,
);
