import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { locales } from './prerender.mts';

/** The words of the signed-in pages. */
const wordsOfWork = /\/(apps\/[\w-]+\/src|libs\/(cases|documents|documents-upload|messages|todos)\/src|libs\/account\/src\/account)\/(.+\/)?locales\/(\w\w)\.json$/;

const prefix = 'virtual:konsil/words-';
const ofFeature = /import\('(\.\/locales\/(\w\w)\.json)'\)/g;

const pagesOfWords = async (folder: string): Promise<string[]> => {
  const files = await readdir(folder, { recursive: true });
  return files.map((file) => join(folder, file)).filter((file) => wordsOfWork.test(file) && file.endsWith(`/${locales[0]}.json`));
};

/**
 * Has the features' words come in one file for each language. Each feature asks for its own file; the bundler would keep
 * that file beside the common one, as a few bytes that have to be fetched, and waited for, on their own.
 */
export function wordsTogether(portalRoot: string, workspace: string): Plugin {
  const pages: string[] = [];
  const nameOf = (file: string): string => {
    const place = pages.indexOf(file.replace(/\w\w\.json$/, `${locales[0]}.json`));
    return place < 0 ? '' : `page${place}`;
  };
  return {
    name: 'konsil:words',
    enforce: 'pre',
    apply: 'build',
    async buildStart() {
      pages.splice(0, pages.length, ...(await Promise.all([join(portalRoot, 'src'), join(workspace, 'libs')].map(pagesOfWords))).flat().sort());
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const locale = id.slice(-2);
      return pages.map((file) => `export { default as ${nameOf(file)} } from ${JSON.stringify(file.replace(/\w\w\.json$/, `${locale}.json`))};`).join('\n');
    },
    transform(code, id) {
      if (!id.endsWith('/texts.ts')) return undefined;
      return code.replace(ofFeature, (asIs, path: string, locale: string) => {
        const name = nameOf(resolve(id, '..', path));
        return name ? `import('${prefix}${locale}').then(({ ${name} }) => ({ default: ${name} }))` : asIs;
      });
    },
  };
}
