import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { locales } from '../../libs/contracts/src/first-codes.ts';

/** Namespaces bundled together: those of every page, and those of signed-in pages except rarely opened ones. */
const together = {
  'first-words': /\/libs\/(i18n|portal-frame)\/src\/locales\/\w\w\.json$/,
  words:
    /\/(apps\/[\w-]+\/src(?!\/features\/(answer|epicrisis|actions|inbox\/dialogs|privacy|share|statistics|imports|take-away|absence|letters|search|snippets|palette)\/)|libs\/(cases\/src(?!\/(glossary|usual)\/)|(documents|messages|todos)\/src)|libs\/portal-frame\/src\/session)\/(.+\/)?locales\/\w\w\.json$/,
};
type Name = keyof typeof together;
const names = Object.keys(together) as Name[];

const virtual = /^virtual:konsil\/([\w-]+)-(\w\w)$/;
const ofFeature = /import\('(\.{1,2}\/locales\/(\w\w)\.json)'\)/g;

const wordsIn = async (folder: string): Promise<string[]> => {
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((file) => file.endsWith(`locales/${locales[0]}.json`))
    .map((file) => join(folder, file))
    .sort();
};

/**
 * Bundles the features' texts into one file per language. Otherwise each feature's texts would be a separate small
 * request.
 */
export function wordsTogether(portalRoot: string, workspace: string): Plugin {
  const files = { 'first-words': [], words: [] } as Record<Name, string[]>;
  /** The namespace of a locale file, and its bundle. */
  const placeOf = (file: string): { name: Name; member: string } | undefined => {
    const inFirst = file.replace(/\w\w\.json$/, `${locales[0]}.json`);
    const name = names.find((known) => files[known].includes(inFirst));
    return name && { name, member: `page${files[name].indexOf(inFirst)}` };
  };
  return {
    name: 'konsil:words',
    enforce: 'pre',
    apply: 'build',
    async buildStart() {
      const all = (await Promise.all([join(portalRoot, 'src'), join(workspace, 'libs')].map(wordsIn))).flat();
      for (const name of names) files[name] = all.filter((file) => together[name].test(file));
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
      return code.replace(ofFeature, (asIs, path: string, locale: string) => {
        const place = placeOf(resolve(id, '..', path));
        return place
          ? `import('virtual:konsil/${place.name}-${locale}').then(({ ${place.member} }) => ({ default: ${place.member} }))`
          : asIs;
      });
    },
  };
}
