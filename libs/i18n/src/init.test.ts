import { startTexts } from './init.ts';
import { defineTexts } from './texts.ts';

test('a portal does not start without the words of its first page', async () => {
  const lost = new TypeError('Failed to fetch dynamically imported module: words.js');
  const gone = () => Promise.reject(lost);
  await expect(startTexts({ locale: 'de', first: [defineTexts('first', { de: gone, en: gone })] })).rejects.toBe(lost);
});
