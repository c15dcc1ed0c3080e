import { emailSchema } from './sign-in.ts';

test.each([
  ['anna@müller.example', 'anna@xn--mller-kva.example'],
  ['anna@mu\u0308ller.example', 'anna@xn--mller-kva.example'],
  [' Anna@MÜLLER.example ', 'Anna@xn--mller-kva.example'],
  ['anna@xn--mller-kva.example', 'anna@xn--mller-kva.example'],
  ['anna@example.xn--p1ai', 'anna@example.xn--p1ai'],
  ['anna@пример.рф', 'anna@xn--e1afmkfd.xn--p1ai'],
  ["Anna.O'Hara+x@Example.org", "Anna.O'Hara+x@Example.org"],
])('accepts %s as %s', (typed, taken) => expect(emailSchema.parse(typed)).toBe(taken));

test.each([
  '',
  'anna',
  'anna@',
  'anna@müller',
  'anna@mül ler.example',
  'änna@example.org',
  'a@b..example',
  'anna@müller.example/x',
  'anna@müller.example:80',
  '.a@example.org',
])('refuses %s as an email address', (typed) => {
  expect(emailSchema.safeParse(typed).success).toBe(false);
});
