import { fetchTextsEarly } from './instance.ts';
import { startTexts } from './init.ts';
import { defineTexts } from './texts.ts';

test('starts with the texts of the first page, even while others are loading', async () => {
  const never = () => new Promise<never>(() => undefined);
  fetchTextsEarly();
  defineTexts('next', never);
  const there = () => Promise.resolve({ default: { hello: 'Guten Tag' } });
  await expect(startTexts({ locale: 'de', first: [defineTexts('hello', there)] })).resolves.toBeUndefined();
});

test('does not start without the texts of the first page', async () => {
  const lost = new TypeError('Failed to fetch dynamically imported module: words.js');
  const gone = () => Promise.reject(lost);
  await expect(startTexts({ locale: 'de', first: [defineTexts('first', gone)] })).rejects.toBe(lost);
});
