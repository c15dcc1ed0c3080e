import { routes } from '@konsil/contracts/routes';
import { pathOf, type RouteContract } from '@konsil/contracts/route';
import type { InjectOptions } from 'fastify';
import { testApp, type TestApp } from './support/app.ts';
import { aConversation, type FullConversation } from './support/conversation.ts';
import { signInAgain, type Person } from './support/people.ts';
import { excludedRoutes, schemaOf, type WireSchema } from './support/wire-schema.ts';

const marker = 'Markerkarzinom';
const lines: string[] = [];
const write = process.stdout.write.bind(process.stdout);
let house: TestApp;
let conversation: FullConversation;
beforeAll(async () => {
  process.stdout.write = ((text: string | Uint8Array) => lines.push(String(text)) > 0) as typeof write;
  house = await testApp({ LOG_LEVEL: 'debug' });
  conversation = await aConversation(house);
});
afterAll(() => {
  process.stdout.write = write;
});

/** A value that matches the schema's types. */
const plausible = ({ type, enum: codes, const: only, format, properties, items, anyOf }: WireSchema): unknown => {
  if (only !== undefined) return only;
  if (codes) return codes[0];
  if (anyOf?.[0]) return plausible(anyOf[0]);
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, plausible(of)]));
  if (type === 'array') return items ? [plausible(items)] : [];
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  if (type === 'object') return {};
  return (
    {
      uuid: conversation.ids.case,
      date: '2020-05-05',
      'date-time': '2031-05-05T10:00:00Z',
      email: 'somebody@example.org',
    }[format ?? ''] ?? marker
  );
};

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
/** Raw JSON, because JSON.stringify cannot produce most of them. */
const values = [
  '1e999',
  '-1e999',
  '-1',
  '123456789012345678901234567890',
  '"\\ud800"',
  '"a\\u0000b"',
  '"\\u202E\\r\\n"',
  '""',
  'null',
  '{}',
  deep(30),
  deep(39),
  `{"__proto__":{"admin":true}}`,
  '{"constructor":{"prototype":{}}}',
];
const large = [`[${'0,'.repeat(50_000)}0]`, `"${'x'.repeat(900_000)}"`];
const json = { 'content-type': 'application/json' };
/** Bodies that are completely invalid, for any route. */
const wholes: { headers: Record<string, string>; payload: string | Buffer }[] = [
  ...[
    '{',
    'null',
    '1e999',
    '[]',
    `"${marker}"`,
    '',
    '{"a":1,"a":2}',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":1}}',
    deep(20_000),
    `{"a":${deep(500_000)}}`,
    '\ufeff{}',
    `{"text":"${marker}`,
  ].map((payload) => ({ headers: json, payload })),
  { headers: json, payload: `{"x":"${'a'.repeat(10 * 1024 * 1024)}"}` },
  { headers: json, payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  { headers: { 'content-type': 'application/json; charset=utf-16' }, payload: '{}' },
  { headers: { ...json, 'content-encoding': 'gzip' }, payload: '{}' },
  ...[
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=x',
    'nonsense',
    'application/json, application/json',
  ].map((type) => ({ headers: { 'content-type': type }, payload: `--x\r\ntext=${marker}` })),
  { headers: {}, payload: '{}' },
];
const queries = [
  'limit=-1',
  'limit=0',
  'limit=999',
  'limit=1e999',
  'limit=99999999999999999999',
  'limit=1&limit=2',
  'cursor=x',
  'cursor=%00',
  'cursor=-1',
  `cursor=${'a'.repeat(8000)}`,
  'cursor=W10.AAAA',
  'cursor=eyJfX3Byb3RvX18iOjF9.AAAA',
  'cursor=x.y.z',
  'search=%00',
  'search=%ED%A0%80',
  'search=%',
  `search=${marker}&search=${marker}`,
  '__proto__=1',
  'constructor[prototype]=1',
  'sort=__proto__',
  'view=constructor',
  'archived=1',
  'archived=TRUE',
  'kind=toString',
  'from=0000-01-01&to=9999-99-99',
  'action=%25',
  '&&&=&=',
];
const ids = () => [
  conversation.ids.case.toUpperCase(),
  `{${conversation.ids.case}}`,
  '%00',
  '%ED%A0%80',
  '%',
  '-1',
  '..%2f..',
  '__proto__',
  'a'.repeat(299),
  'a'.repeat(3000),
];

const pathIn = (contract: RouteContract, id = conversation.ids.case): string =>
  pathOf(
    { path: contract.path },
    {
      id: 'ID',
      documentId: 'ID',
      key: 'ID',
      answerValue: 'final_answer',
      titleValue: 'none',
      ticket: 'ID',
      name: 'a.pdf',
      token: 'ID',
    },
  ).replaceAll('ID', id);

const served = (Object.entries(routes) as [string, RouteContract][]).filter(([name]) => !excludedRoutes.includes(name));

const callsOf = (contract: RouteContract, role: 'patient' | 'doctor'): Omit<InjectOptions, 'method'>[] => {
  const url = pathIn(contract);
  const addressed =
    url === pathIn(contract, '-')
      ? []
      : ids().map((id) => ({
          url: pathIn(contract, id),
          ...(contract.method === 'GET' ? {} : { headers: json, payload: '{}' }),
        }));
  const asked = queries.map((query) => ({
    url: `${url}?${query}`,
    ...(contract.method === 'GET' ? {} : { headers: json, payload: '{}' }),
  }));
  if (contract.method === 'GET') return [...addressed, ...asked];
  const { properties = {} } = schemaOf(contract.body);
  const form = plausible(schemaOf(contract.body)) as Record<string, unknown>;
  const fields = Object.keys(properties).flatMap((name, at) =>
    [...values, ...(at === 0 ? large : [])].map((value) => ({
      url,
      headers: json,
      payload: JSON.stringify({ ...form, [name]: 'PLACE' }).replace('"PLACE"', () => value),
    })),
  );
  // Fields are validated before access: each role tests every second value.
  const half = fields.filter((_field, at) => at % 2 === (role === 'patient' ? 0 : 1));
  return [
    ...addressed,
    ...asked.slice(0, 3),
    ...(role === 'patient' ? wholes.map((whole) => ({ url, ...whole })) : []),
    ...half,
  ];
};

// Processor time, so that other work of the machine does not count.
const longestMs = 5000;
// The campaign `fuzz` sends all of it; here each route gets a third, every value goes to many routes.
const share = process.env['FUZZ_ROUNDS'] ? 1 : 3;
const sharedOut = <T>(calls: readonly T[], route: number): T[] =>
  calls.filter((_call, at) => at % share === route % share);
const send = async (person: Person, contract: RouteContract, call: Omit<InjectOptions, 'method'>) => {
  const before = process.cpuUsage();
  const answer = await house.app.inject({
    method: contract.method as 'POST',
    ...call,
    headers: { ...call.headers, authorization: `Token ${person.token}`, 'x-csrftoken': person.csrf },
  });
  const { user, system } = process.cpuUsage(before);
  return { status: answer.statusCode, body: answer.body, ms: (user + system) / 1000 };
};

test.each(['patient', 'doctor'] as const)(
  'no invalid input of a %s breaks or blocks a route, or reaches the log',
  async (role) => {
    const broken: unknown[] = [];
    const seen = new Map<number, number>();
    for (const [route, [name, contract]] of served.entries()) {
      // Some requests change the password, which ends the session.
      const person = await signInAgain(house.app, conversation[role]).catch(() => conversation[role]);
      for (const call of sharedOut(callsOf(contract, role), route)) {
        const { status, body, ms } = await send(person, contract, call);
        seen.set(status, (seen.get(status) ?? 0) + 1);
        if (status >= 500 || ms > longestMs)
          broken.push({
            name,
            status,
            ms: Math.round(ms),
            url: String(call.url).slice(0, 200),
            headers: call.headers,
            payload: String(call.payload ?? '').slice(0, 200),
            body: body.slice(0, 200),
          });
      }
    }
    expect(broken).toEqual([]);
    expect(lines.length).toBeGreaterThan(1000);
    expect(lines.filter((line) => line.includes(marker) || /"level":"(error|fatal)"/.test(line))).toEqual([]);
    expect([400, 404, 422].filter((status) => !seen.has(status))).toEqual([]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  },
  1_800_000 / share,
);
