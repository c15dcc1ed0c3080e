import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locales } from '../../../libs/contracts/src/first-codes.ts';
import { notLoadedScript, withNotLoaded } from '../../../tools/vite/not-loaded.mts';

const wordsIn = async (language) =>
  JSON.parse(await readFile(join(import.meta.dirname, `../src/locales/${language}.json`), 'utf8'));
const noticeIn = async (language) => {
  const words = await wordsIn(language);
  return `<p lang="${language}">${words['partMissing']} <a href="">${words['reload']}</a></p>`;
};

/** Adds the bilingual message for a script that does not load to the page. */
export const notLoaded = () => ({
  name: 'konsil:not-loaded',
  apply: 'build',
  transformIndexHtml: async (html) =>
    withNotLoaded(html, await Promise.all(locales.map(noticeIn)), await notLoadedScript()),
});
