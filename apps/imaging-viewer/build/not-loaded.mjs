import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locales } from '../../../libs/contracts/src/first-codes.ts';
import { notLoadedScript, withNotLoaded } from '../../../tools/vite/not-loaded.mts';

const texts = JSON.parse(await readFile(join(import.meta.dirname, '../src/locales/viewer.json'), 'utf8'));
const noticeIn = (language) =>
  `<p lang="${language}">${texts[language].partMissing} <a href="">${texts[language].reload}</a></p>`;

/** Adds the message, in all languages, for a script that does not load to the page. */
export const notLoaded = () => ({
  name: 'konsil:not-loaded',
  apply: 'build',
  transformIndexHtml: async (html) => withNotLoaded(html, locales.map(noticeIn), await notLoadedScript()),
});
