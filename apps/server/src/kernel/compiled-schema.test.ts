import * as z from 'zod/mini';
import { compiledSchema } from './compiled-schema.ts';

const person = z.object({ name: z.string().check(z.trim()), born: z.nullable(z.iso.date()) });
const list = z.object({ items: z.array(z.object({ id: z.int(), by: person, note: z.optional(person) })).check(z.maxLength(2)), more: z.nullable(person) });
const adler = { name: 'Miriam Adler', born: '1980-02-29' };

test('what the schema does not name stays inside, at every depth', () => {
  const answer = { items: [{ id: 1, by: { ...adler, password: 'secret' }, key: 'secret' }, { id: 2, by: adler, note: { ...adler, token: 'secret' } }], more: { ...adler, pin: 'secret' }, rows: ['secret'] };
  expect(z.parse(compiledSchema(list), answer)).toEqual({ items: [{ id: 1, by: adler }, { id: 2, by: adler, note: adler }], more: adler });
});

test.each([
  ['a missing field', { items: [{ id: 1 }], more: null }],
  ['another type', { items: [{ id: '1', by: adler }], more: null }],
  ['a day that is none', { items: [], more: { ...adler, born: '1981-02-29' } }],
  ['null where none may be', { items: [{ id: 1, by: null }], more: null }],
  ['more than a list may hold', { items: [1, 2, 3].map((id) => ({ id, by: adler })), more: null }],
  ['no object at all', null],
])('%s is refused with the issues of the schema itself', (_, answer) => {
  const [compiled, plain] = [z.safeParse(compiledSchema(list), answer), z.safeParse(list, answer)];
  expect(compiled.success).toBe(false);
  expect(compiled.error?.issues).toEqual(plain.error?.issues);
});

test('what a schema changes on its way is changed', () => {
  expect(z.parse(compiledSchema(list), { items: [], more: { name: '  Adler ', born: null } })).toEqual({ items: [], more: { name: 'Adler', born: null } });
});
