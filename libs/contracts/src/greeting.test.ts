import { beginsWithGreeting, greetingOf } from './greeting.ts';

test('greets a patient by the full name, without a form of address', () => {
  expect(greetingOf('Miriam Adler', 'de')).toBe('Guten Tag Miriam Adler,');
  expect(greetingOf('Miriam $& Adler', 'en')).toBe('Dear Miriam $& Adler,');
});

test.each([
  'Guten Tag, Frau Adler,\n\nder Knoten ist gutartig.',
  '  Sehr geehrter Herr Brandt,',
  '„Liebe Frau Adler“',
  'Grüß Gott',
  'Frau Adler, bitte kommen Sie.',
  'Dear Ms Adler, there is no hurry.',
  'HELLO',
  'Hi Miriam',
])('%j begins with a greeting', (text) => expect(beginsWithGreeting(text)).toBe(true));

test.each(['Der Knoten ist gutartig.', 'Histologisch gutartig.', 'Herrlich unauffällig.', 'Ich sage Guten Tag.', ''])(
  '%j begins without a greeting',
  (text) => expect(beginsWithGreeting(text)).toBe(false),
);
