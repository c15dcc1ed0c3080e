import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { locales } from '../../libs/contracts/src/first-codes.ts';

/** Features whose texts few visits need: one file for all of them, because the first script names every file. */
const rare =
  'actions|statistics|imports|take-away|referrals|readers|absence|assistants|clinics|letters|snippets|systems|viewer-keys';
/** Features of a case, a person or a list, which no first page shows. */
const inside = 'send|patients|second-looks|codes|todos|messages|medication';
/** Features whose texts load with their page. */
const alone = 'answer|epicrisis|inbox/dialogs|privacy|share|search|palette|start';

/**
 * Namespaces bundled together: those of every page, those of the first signed-in pages, those of the pages behind, and
 * those of rarely opened ones.
 */
const together = {
  'first-words': /\/libs\/(i18n|portal-frame)\/src\/locales\/\w\w\.json$/,
  'rare-words': new RegExp(`/apps/[\\w-]+/src/features/(${rare})/(.+/)?locales/\\w\\w\\.json$`),
  'inside-words': new RegExp(
    `/(apps/[\\w-]+/src/features/(${inside})|libs/(messages|todos)/src|libs/cases/src/(medication|recipients))/(.+/)?locales/\\w\\w\\.json$`,
  ),
  words: new RegExp(
    `/(apps/[\\w-]+/src(?!/features/(${alone})/)|libs/(cases/src(?!/(glossary|usual|medication|recipients)/)|i18n/src/people|documents/src|portal-frame/src/session))/(.+/)?locales/\\w\\w\\.json$`,
  ),
};
/** Files that declare texts that no first page shows: in an early file they would load them. */
export const textsBehind = new RegExp(
  `/(apps/[\\w-]+/src/features/(${rare}|${inside})|libs/(messages|todos|common/src/withdraw|cases/src/(medication|recipients)))/(.+/)?texts\\.ts$`,
);
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
  const files = Object.fromEntries(names.map((name): [Name, string[]] => [name, []])) as Record<Name, string[]>;
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
      // The first that fits.
      for (const name of names)
        files[name] = all.filter((file) => names.find((known) => together[known].test(file)) === name);
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
