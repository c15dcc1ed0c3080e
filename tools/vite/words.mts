import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { locales } from '../../libs/contracts/src/first-codes.ts';

/**
 * Files of texts that load together: those of every page, of the first signed-in pages, of what is behind them (cases,
 * persons, lists), and of features that few visits need, in one file because the first script names every file.
 */
const bundles = { first: 'first-words', page: 'words', inside: 'inside-words', rare: 'rare-words' } as const;
type Mark = keyof typeof bundles | 'alone';
type Name = (typeof bundles)[keyof typeof bundles];
const names = Object.values(bundles);

const marked = /^\/\/ @words (\w+)$/m;
/**
 * The mark in a file that declares texts: `// @words inside`. Without one, the texts of a portal belong to its first
 * pages, and those of a library load alone, like those marked `alone`.
 * @throws {Error} for an unknown mark
 */
function markOf(file: string, code: string): Mark {
  const [, word] = marked.exec(code) ?? [];
  if (word === undefined) return file.includes('/apps/') ? 'page' : 'alone';
  if (word === 'alone' || Object.hasOwn(bundles, word)) return word as Mark;
  throw new Error(`${file}: there are no words "${word}", only ${Object.keys(bundles).join(', ')} and alone`);
}

/** True for files that declare texts that no first page shows: in an early file they would load them. */
export const declaresLaterTexts = (file: string): boolean =>
  /\/texts\.ts$/.test(file) && ['inside', 'rare'].includes(markOf(file, readFileSync(file, 'utf8')));

const virtual = /^virtual:konsil\/([\w-]+)-(\w\w)$/;
/** The import of a feature's texts in one language (libs/i18n/src/texts.ts). */
const ofFeature = /import\(`(\.\/[\w/]+\/)\$\{(\w+)\}\.json`\)/;

/** The bundle of texts in the first language, by the mark in the file beside their folder that declares them. */
const bundleOf = (words: string): Name | undefined => {
  const declaring = ['texts.ts', 'common.ts']
    .map((name) => resolve(words, '../..', name))
    .filter((file) => existsSync(file))
    .map((file) => ({ file, code: readFileSync(file, 'utf8') }));
  const { file, code } = declaring.find((one) => marked.test(one.code)) ?? declaring[0] ?? {};
  const mark = file && code && markOf(file, code);
  return mark && mark !== 'alone' ? bundles[mark] : undefined;
};

const wordsIn = async (folder: string): Promise<string[]> => {
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((file) => file.endsWith(`locales/${locales[0]}.json`))
    .map((file) => join(folder, file))
    .sort();
};

/**
 * Bundles the features' texts into one file per language. Otherwise each feature's texts would be a separate small
 * request. Names each language's file in the code, because what Vite makes of an import by pattern is longer.
 */
export function wordsTogether(portalRoot: string, workspace: string): Plugin {
  const files = Object.fromEntries(names.map((name): [Name, string[]] => [name, []])) as Record<Name, string[]>;
  /** The bundle of a file in the first language, and its name there. */
  const placeOf = (file: string): { name: Name; member: string } | undefined => {
    const name = names.find((known) => files[known].includes(file));
    return name && { name, member: `page${files[name].indexOf(file)}` };
  };
  return {
    name: 'konsil:words',
    enforce: 'pre',
    apply: 'build',
    async buildStart() {
      const all = (await Promise.all([join(portalRoot, 'src'), join(workspace, 'libs')].map(wordsIn))).flat();
      for (const name of names) files[name] = all.filter((file) => bundleOf(file) === name);
    },
    resolveId: (id) => (virtual.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, name, locale] = virtual.exec(id.slice(1)) ?? [];
      if (!locale) return undefined;
      return files[name as Name]
        .map(
          (file, place) =>
            `export { default as page${place} } from ${JSON.stringify(file.replace(/\w\w\.json$/, `${locale}.json`))};`,
        )
        .join('\n');
    },
    transform(code, id) {
      if (!/\/(texts|common)\.ts$/.test(id)) return undefined;
      return code.replace(ofFeature, (_asIs, path: string, chosen: string) => {
        const place = placeOf(resolve(id, '..', path, `${locales[0]}.json`));
        const loaders = locales.map(
          (locale) =>
            `${locale}: () => import('${place ? `virtual:konsil/${place.name}-${locale}` : `${path}${locale}.json`}')`,
        );
        const load = `({ ${loaders.join(', ')} })[${chosen}]()`;
        return place ? `${load}.then(({ ${place.member} }) => ({ default: ${place.member} }))` : load;
      });
    },
  };
}
