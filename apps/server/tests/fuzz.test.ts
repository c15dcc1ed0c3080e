import { randomUUID } from 'node:crypto';
import { routes } from '@konsil/contracts/routes';
import { pathOf, type RouteContract } from '@konsil/contracts/route';
import type { InjectOptions } from 'fastify';
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

/** The same sequence in every run, so that failures can be reproduced. */
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
  60_000 + rounds * 20_000,
);
