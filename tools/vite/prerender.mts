import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { Plugin, UserConfig } from 'vite';
import { writeServiceWorker } from './offline.mts';

/** A page as libs/account/src/prerender.tsx makes it. */
interface Prerendered {
  html: string;
  styles: string;
  title: string;
  portal: string;
  ground: string;
}
/** What a portal's `src/prerender.tsx` says. */
interface Pages {
  addresses: string[];
  render: (address: string, locale: string) => Promise<Prerendered>;
  /** The page that is shown without a connection. */
  renderOffline: (locale: string) => Promise<Prerendered>;
}

export const locales = ['de', 'en'] as const;
type Locale = (typeof locales)[number];
/** What a portal is called and what it is for. */
export type PortalWords = Record<Locale, { title: string; description: string }>;

/** `/` and `/login` become `index` and `login`. */
const nameOf = (address: string) => address.slice(1).replaceAll('/', '.') || 'index';

/** A form that is sent before its own script is there is held for it (libs/account/src/frame/held-form.ts). */
const holdForms = "addEventListener('submit',e=>{e.defaultPrevented||(e.preventDefault(),e.target.held=!0)})";

const fill = (shell: string, locale: Locale, words: PortalWords, { html, styles, title, portal, ground }: Prerendered): string => {
  const parts: [RegExp, string][] = [
    [/<html[^>]*>/, `<html lang="${locale}" data-portal="${portal}" data-ground="${ground}">`],
    [/<title>[^<]*/, `<title>${title}`],
    [/<meta name="description" content="[^"]*/, `<meta name="description" content="${words[locale].description}`],
    [/\/manifest\.de\./, `/manifest.${locale}.`],
    [/<\/head>/, `${styles}<script>${holdForms}</script></head>`],
    [/\s*<noscript>[^]*?<\/noscript>/, ''],
    [/<div id="root"><\/div>/, `<div id="root">${html}</div>`],
  ];
  return parts.reduce((page, [place, text]) => {
    if (!place.test(page)) throw new Error(`index.html has no ${place.source}`);
    return page.replace(place, () => text);
  }, shell);
};

/**
 * Writes the first pages of a portal in both languages beside its `index.html`, as `login.de.html`: their words and
 * forms are there before any script runs. The server chooses among them (apps/server/src/hosting). The service worker
 * gets the page for times without a connection.
 */
export function prerender({ name, words }: { name: string; words: PortalWords }, { root, outDir, workspace, shared }: { root: string; outDir: string; workspace: string; shared: UserConfig }): Plugin {
  const folder = join(workspace, 'node_modules/.cache/konsil/prerender', name);
  return {
    name: 'konsil:prerender',
    apply: 'build',
    async closeBundle(failure) {
      if (failure) return;
      await mkdir(folder, { recursive: true });
      await build({
        ...shared,
        configFile: false,
        root,
        logLevel: 'error',
        publicDir: false,
        ssr: { noExternal: true },
        build: { ssr: join(root, 'src/prerender.tsx'), outDir: folder, emptyOutDir: true, target: 'node20', rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } } },
      });
      const { addresses, render, renderOffline } = (await import(pathToFileURL(join(folder, 'prerender.mjs')).href)) as Pages;
      const shell = await readFile(join(outDir, 'index.html'), 'utf8');
      // One after the other: they share one i18next.
      for (const address of addresses) for (const locale of locales) await writeFile(join(outDir, `${nameOf(address)}.${locale}.html`), fill(shell, locale, words, await render(address, locale)));
      const offline = [];
      for (const locale of locales) offline.push(fill(shell, locale, words, await renderOffline(locale)));
      await writeServiceWorker(outDir, offline);
    },
  };
}
