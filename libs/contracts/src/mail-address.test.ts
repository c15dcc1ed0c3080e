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
  '%s converts back to what was typed',
  (typed) => {
    expect(asciiAddress(typed)).not.toBe(typed);
    expect(readableAddress(asciiAddress(typed))).toBe(typed);
  },
);

test.each(['anna@xn--.example', 'anna@xn--!.example', 'anna@xn--mller-.example', 'anna@xn--99999999999.example'])(
  '%s is an invalid domain spelling and stays unchanged',
  (address) => {
    expect(readableAddress(address)).toBe(address);
  },
);

test('does not decode a label that mixes Latin and Cyrillic, which can imitate another', () => {
  const imitation = asciiAddress('anna@gооgle.example');
  expect(imitation).toContain('xn--');
  expect(readableAddress(imitation)).toBe(imitation);
});
