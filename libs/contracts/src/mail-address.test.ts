import { asciiAddress, readableAddress } from './mail-address.ts';

test.each([
  ['anna@xn--mller-kva.example', 'anna@müller.example'],
  ['Anna.Berg@post.xn--mller-kva.example', 'Anna.Berg@post.müller.example'],
  ['anna@xn--strae-oqa.example', 'anna@straße.example'],
  ['anna@xn--e1afmkfd.xn--p1ai', 'anna@пример.рф'],
  ['anna@xn--fsqu00a.example', 'anna@例子.example'],
  ['anna@xn--h28h.example', 'anna@xn--h28h.example'],
  ['anna@mueller.example', 'anna@mueller.example'],
  ['no address', 'no address'],
])('%s is shown as %s', (stored, shown) => expect(readableAddress(stored)).toBe(shown));

test.each(['anna@müller.example', 'anna@bücher-grüße.example', 'anna@ελλάδα.example', 'anna@中文-网.example'])(
  '%s comes back as it was typed',
  (typed) => {
    expect(asciiAddress(typed)).not.toBe(typed);
    expect(readableAddress(asciiAddress(typed))).toBe(typed);
  },
);

test.each(['anna@xn--.example', 'anna@xn--!.example', 'anna@xn--mller-.example', 'anna@xn--99999999999.example'])(
  '%s is no spelling of a domain and stays as it is',
  (address) => {
    expect(readableAddress(address)).toBe(address);
  },
);

test('Latin beside Cyrillic letters in one part is not shown: it can imitate another domain', () => {
  const imitation = asciiAddress('anna@gооgle.example');
  expect(imitation).toContain('xn--');
  expect(readableAddress(imitation)).toBe(imitation);
});
