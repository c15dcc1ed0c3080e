import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { locales } from '../../libs/contracts/src/first-codes.ts';

/** Features whose texts few visits need: one file for all of them, because the first script names every file. */
const rare =
  'actions|apps|statistics|imports|take-away|referrals|readers|absence|assistants|clinics|letters|pools|snippets|specialty-form|systems|viewer-keys';
/** Features of a case, a person or a list, which no first page shows. */
const inside = 'documents|send|patients|prepared|second-looks|codes|todos|messages|medication';
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
    `/(apps/[\\w-]+/src/features/(${inside})|libs/(messages|todos)/src|libs/cases/src/(medication|recipients|specialty-forms))/(.+/)?locales/\\w\\w\\.json$`,
  ),
  words: new RegExp(
    `/(apps/[\\w-]+/src(?!/features/(${alone})/)|libs/(cases/src(?!/(glossary|usual|medication|recipients|specialty-forms)/)|i18n/src/people|documents/src|portal-frame/src/session))/(.+/)?locales/\\w\\w\\.json$`,
  ),
};
/** Files that declare texts that no first page shows: in an early file they would load them. */
export const textsBehind = new RegExp(
  `/(apps/[\\w-]+/src/features/(${rare}|${inside})|libs/(messages|todos|common/src/withdraw|cases/src/(medication|recipients|specialty-forms)))/(.+/)?texts\\.ts$`,
);
type Name = keyof typeof together;
const names = Object.keys(together) as Name[];

const virtual = /^virtual:konsil\/([\w-]+)-(\w\w)$/;
/** The import of a feature's texts in one language (libs/i18n/src/texts.ts). */
const ofFeature = /import\(`(\.\/[\w/]+\/)\$\{(\w+)\}\.json`\)/;

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
