import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { Plugin, UserConfig } from 'vite';
import { notLoadedScript, withNotLoaded } from './not-loaded.mts';
import { writeServiceWorker } from './offline.mts';
import { locales, type Locale } from '../../libs/contracts/src/first-codes.ts';

/** A prerendered page (libs/portal-frame/src/prerender.tsx). */
interface Prerendered {
  html: string;
  styles: string;
  title: string;
  portal: string;
  ground: string;
}
/** The exports of a portal's `src/prerender.tsx`. */
interface Pages {
  addresses: string[];
  /** The patterns of all routes, as in React Router. */
  knownAddresses: string[];
  render: (address: string, locale: string) => Promise<Prerendered>;
  /** Signed-in pages: their frame, and the modules below `src` and the texts that they need. */
  frames: { address: string; code: string[]; words?: string[]; render: (locale: string) => Promise<Prerendered> }[];
  /** The offline page. */
  renderOffline: (locale: string) => Promise<Prerendered>;
  /** The message for a script that does not load. */
  renderNotLoaded: (locale: string) => Promise<string>;
}

/** Title and description of a portal. */
export type PortalWords = Record<Locale, { title: string; description: string }>;

/** `/`, `/login` and `/patient/process/_` become `index`, `login` and `patient.process._`. */
const nameOf = (address: string) => address.slice(1).replaceAll('/', '.') || 'index';

/** Holds early clicks in a form until its script is ready (libs/portal-frame/src/held-form.ts). */
const holdPresses = [
  "addEventListener('submit',e=>{e.defaultPrevented||(e.preventDefault(),e.target.held=!0)})",
  "addEventListener('click',e=>{let b=e.target.closest?.('form [type=button]');b&&!b.form.taken&&(b.held=!0)})",
].join(';');

const fill = (
  shell: string,
  locale: Locale,
  words: PortalWords,
  { html, styles, title, portal, ground }: Prerendered,
): string => {
  const parts: [RegExp, string][] = [
    [/<html lang="de"/, `<html lang="${locale}" data-portal="${portal}" data-ground="${ground}"`],
    [/<title>[^<]*/, `<title>${title}`],
    [/<meta name="description" content="[^"]*/, `<meta name="description" content="${words[locale].description}`],
    [/<\/head>/, `${styles}<script>${holdPresses}</script></head>`],
    [/\s*<noscript>[^]*?<\/noscript>/, ''],
    [/<div id="root"><\/div>/, `<div id="root">${html}</div>`],
  ];
  return parts.reduce((page, [place, text]) => {
    if (!place.test(page)) throw new Error(`index.html has no ${place.source}`);
    return page.replace(place, () => text);
  }, shell);
};

interface Built {
  fileName: string;
  moduleIds: string[];
  imports: string[];
}

/** The built files of these modules and their imports. */
const filesWith = (built: Built[], modules: string[]): string[] => {
  const files = new Set<string>();
  const add = ({ fileName, imports }: Built): void => {
    if (files.has(fileName)) return;
    files.add(fileName);
    built.filter((other) => imports.includes(other.fileName)).forEach(add);
  };
  for (const module of modules) {
    const file = built.find(({ moduleIds }) => moduleIds.includes(module));
    if (!file) throw new Error(`No built file has ${module}`);
    add(file);
  }
  return [...files];
};

/** The modules of every signed-in page besides its own: the store, and files of texts. */
const behindSignIn = (workspace: string, locale: Locale, words: string[]): string[] => [
  join(workspace, 'libs/portal-frame/src/WithStore.tsx'),
  ...['first-words', 'words', ...words].map((name) => `\0virtual:konsil/${name}-${locale}`),
];

/** Preloads files with the page that its scripts would otherwise request one after another. */
const preloading = (page: string, files: string[]): string => {
  const links = files
    .filter((file) => !page.includes(`/${file}"`))
    .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`);
  return page.replace('</head>', () => `${links.join('')}</head>`);
};

/**
 * Prerenders the first pages of a portal in both languages beside its `index.html`, as `login.de.html`, so that text
 * and forms are there before any script runs; and the frames of the most visited signed-in pages, as `doctor.de.html` or
 * `patient.process._.de.html`. The server chooses among them (apps/server/src/hosting), and detects unknown paths by `addresses.json`. The service
 * worker gets the offline page.
 */
export function prerender(
  { name, words }: { name: string; words: PortalWords },
  { root, outDir, workspace, shared }: { root: string; outDir: string; workspace: string; shared: UserConfig },
): Plugin {
  const folder = join(workspace, 'node_modules/.cache/konsil/prerender', name);
  let built: Built[] = [];
  return {
    name: 'konsil:prerender',
    apply: 'build',
    writeBundle(_options, bundle) {
      built = Object.values(bundle)
        .filter((file) => file.type === 'chunk')
        .map(({ fileName, moduleIds, imports }) => ({ fileName, moduleIds, imports }));
    },
    async closeBundle() {
      // After a failed build, so that its error is shown.
      if (!built.length) return;
      await mkdir(folder, { recursive: true });
      await build({
        ...shared,
        configFile: false,
        root,
        logLevel: 'error',
        publicDir: false,
        ssr: { noExternal: true },
        build: {
          ssr: join(root, 'src/prerender.tsx'),
          outDir: folder,
          emptyOutDir: true,
          target: 'node20',
          rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
        },
      });
      const { addresses, knownAddresses, render, frames, renderOffline, renderNotLoaded } = (await import(
        pathToFileURL(join(folder, 'prerender.mjs')).href
      )) as Pages;
      const shell = await readFile(join(outDir, 'index.html'), 'utf8');
      const script = await notLoadedScript();
      // Sequential, because they share one i18next instance.
      const notices = [];
      for (const locale of locales) notices.push(await renderNotLoaded(locale));
      const write = (address: string, locale: Locale, page: string, drawn: Prerendered) =>
        writeFile(
          join(outDir, `${nameOf(address)}.${locale}.html`),
          withNotLoaded(fill(page, locale, words, drawn), [notices[locales.indexOf(locale)] ?? ''], script),
        );
      for (const address of addresses)
        for (const locale of locales) await write(address, locale, shell, await render(address, locale));
      for (const { address, code, words = [], render: renderFrame } of frames) {
        for (const locale of locales) {
          const files = [...code.map((file) => join(root, 'src', file)), ...behindSignIn(workspace, locale, words)];
          await write(address, locale, preloading(shell, filesWith(built, files)), await renderFrame(locale));
        }
      }
      const offline = [];
      for (const locale of locales) offline.push(fill(shell, locale, words, await renderOffline(locale)));
      await writeFile(join(outDir, 'addresses.json'), JSON.stringify(knownAddresses));
      await writeServiceWorker(outDir, offline);
      await writeFile(join(outDir, 'index.html'), withNotLoaded(shell, notices, script));
    },
  };
}
