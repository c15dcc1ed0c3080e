import * as z from 'zod/mini';
import { fastParse } from './fast-parse.ts';

const person = z.object({ name: z.string().check(z.trim()), born: z.nullable(z.iso.date()) });
const list = z.object({
  items: z.array(z.object({ id: z.int(), by: person, note: z.optional(person) })).check(z.maxLength(2)),
  more: z.nullable(person),
});
const coded = z.object({
  id: z.uuid(),
  kind: z.enum(['letter', 'image']),
  at: z.iso.datetime(),
  size: z.int(),
  sent: z.boolean(),
  name: z.string(),
});
const letter = {
  id: '2952cddd-4e58-4727-8714-1ecbd89fced9',
  kind: 'letter',
  at: '2026-11-22T08:15:00.123Z',
  size: 1,
  sent: false,
  name: '',
};
const adler = { name: 'Miriam Adler', born: '1980-02-29' };

test('drops what the schema does not declare, at every depth', () => {
  const answer = {
    items: [
      { id: 1, by: { ...adler, password: 'secret' }, key: 'secret' },
      { id: 2, by: adler, note: { ...adler, token: 'secret' } },
    ],
    more: { ...adler, pin: 'secret' },
    rows: ['secret'],
  };
  expect(fastParse(list)(answer).data).toEqual({
    items: [
      { id: 1, by: adler },
      { id: 2, by: adler, note: adler },
    ],
    more: adler,
  });
});

test.each([
  ['a missing field', { items: [{ id: 1 }], more: null }],
  ['another type', { items: [{ id: '1', by: adler }], more: null }],
  ['a day that is none', { items: [], more: { ...adler, born: '1981-02-29' } }],
  ['null where none may be', { items: [{ id: 1, by: null }], more: null }],
  ['more than a list may hold', { items: [1, 2, 3].map((id) => ({ id, by: adler })), more: null }],
  ['no object at all', null],
])("refuses %s with the schema's own issues", (_, answer) => {
  const [fast, plain] = [fastParse(list)(answer), z.safeParse(list, answer)];
  expect(fast.success).toBe(false);
  expect(fast.error?.issues).toEqual(plain.error?.issues);
});

test("applies the schema's transformations", () => {
  expect(fastParse(list)({ items: [], more: { name: '  Adler ', born: null } }).data).toEqual({
    items: [],
    more: { name: 'Adler', born: null },
  });
});

test.each([
  ['id', 'no-id'],
  ['kind', 'toString'],
  ['at', '2026-11-22 08:15'],
  ['size', 1.5],
  ['sent', 0],
  ['name', null],
])('in %s, %p is refused', (name, value) => {
  expect(fastParse(coded)(letter).data).toEqual(letter);
  expect(fastParse(coded)({ ...letter, [name]: value }).error?.issues).toEqual([
    expect.objectContaining({ path: [name] }),
  ]);
});
