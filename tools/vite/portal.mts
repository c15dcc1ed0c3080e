import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin, UserConfig } from 'vite';
import { bundleMarks, type BundleName } from './bundle-marks.mts';
import { callsOnly } from './calls.mts';
import { isContract, needsSchemas } from './contract-files.mts';
import { devServer, filledPage, type AppName } from './dev-server.mts';
import { locales } from '../../libs/contracts/src/first-codes.ts';
import { standInRules } from '../../libs/ui/src/foundation/stand-in-typefaces.ts';
import { pureContracts } from './pure-contracts.mts';
import { stacklessErrors } from './stackless-errors.mts';
import { prerender, type PortalWords } from './prerender.mts';
import { declaresLaterTexts, wordsTogether } from './words.mts';

const workspace = resolve(import.meta.dirname, '../..');

export interface Portal {
  /** The project's name, and its folder in `apps/` and `dist/apps/`. */
  name: AppName;
  /** The light background colour, visible while an installed portal starts. */
  ground: string;
  /** True if its first pages are prerendered by its `src/prerender.tsx`. */
  prerendered?: boolean;
  /** Where a portal has one page: its module, built into one file with all that it needs. */
  onePage?: RegExp;
}

/** Build options shared by the portal and its prerendering, including styled-components names. */
export const shared: UserConfig = {
  resolve: { tsconfigPaths: true },
  oxc: { plugins: { styledComponents: { displayName: false, fileName: false, ssr: true, pure: true, minify: true } } },
};

// The highest level takes twice as long for 2 % on files of megabytes.
const quality = (bytes: Buffer): number =>
  bytes.length > 1e6 ? constants.BROTLI_MAX_QUALITY - 1 : constants.BROTLI_MAX_QUALITY;

const compress = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality(bytes),
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        // Blocks of a whole file: 0.2 % smaller on the first script.
        [constants.BROTLI_PARAM_LGBLOCK]: 20,
      },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/** Writes .br and .gz files at build time, so that nothing is compressed per request. */
function precompress(folder: string): Plugin {
  const twins = async (file: string): Promise<void> => {
    const bytes = await readFile(file);
    if (bytes.length < 256) return;
    await Promise.all(
      Object.entries(compress).map(async ([ending, shrink]) => writeFile(`${file}.${ending}`, await shrink(bytes))),
    );
  };
  return {
    name: 'konsil:precompress',
    apply: 'build',
    async closeBundle(failure) {
      if (failure) return;
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      // The page itself is compressed when sent, because of its nonce.
      const shrinkable = entries.filter(
        (entry) => entry.isFile() && /\.(js|mjs|css|svg|json|wasm|webmanifest)$/.test(entry.name),
      );
      await Promise.all(shrinkable.map((entry) => twins(join(entry.parentPath, entry.name))));
    },
  };
}

// The logo is inside the safe circle, so one drawing is both.
const icons = ['any', 'maskable'].flatMap((purpose) => [
  { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any', purpose },
  ...[192, 512].map((size) => ({ src: `/icon-${size}.png`, type: 'image/png', sizes: `${size}x${size}`, purpose })),
]);

/**
 * The web app manifest in each language; without a language in its start URL, so that the last chosen one applies.
 * Linked by a script (libs/portal-frame/src/use-manifest.ts).
 */
function manifests({ ground }: Portal, words: PortalWords): Plugin {
  const manifestIn = (locale: keyof PortalWords) =>
    JSON.stringify({
      id: '/',
      name: words[locale].title,
      short_name: 'Konsil',
      description: words[locale].description,
      lang: locale,
      dir: 'ltr',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: ground,
      theme_color: ground,
      icons,
    });
  return {
    name: 'konsil:manifest',
    apply: 'build',
    generateBundle() {
      for (const locale of locales)
        this.emitFile({ type: 'asset', fileName: `manifest.${locale}.webmanifest`, source: manifestIn(locale) });
    },
  };
}

/** Inlines the favicon, to save a request. */
function mark(): Plugin {
  return {
    name: 'konsil:mark',
    apply: 'build',
    async transformIndexHtml(html) {
      const drawing = await readFile(join(import.meta.dirname, 'public/mark.svg'), 'utf8');
      return html.replace(
        'href="/mark.svg"',
        () => `href="data:image/svg+xml,${encodeURIComponent(drawing.replace(/\n\s*/g, ''))}"`,
      );
    },
  };
}

/** Preloads the typeface and scales what is shown until then, to avoid a layout shift. */
function typeface(): Plugin {
  return {
    name: 'konsil:typeface',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => /-latin-wght-normal.*\.woff2$/.test(file))
          .flatMap((file) => [
            {
              tag: 'link',
              attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
              injectTo: 'head-prepend',
            },
            { tag: 'style', attrs: { nonce: '__CSP_NONCE__' }, children: standInRules, injectTo: 'head' },
          ]),
    },
  };
}

/**
 * Lets the browser compile these files eagerly in the background, instead of each function on its first call (V8's
 * explicit compile hints).
 */
function readWhole(files: string[]): Plugin {
  return {
    name: 'konsil:read-whole',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && files.includes(chunk.name))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
        }
      },
    },
  };
}

/** Adds the licence of a library that is shipped as a separate file (docs/decisions/heic.md). */
function licences(): Plugin {
  return {
    name: 'konsil:licences',
    apply: 'build',
    async generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'licences/libheif.txt',
        source: await readFile(join(workspace, 'node_modules/libheif-js/libheif/LICENSE')),
      });
    },
  };
}

/**
 * Files that pdf.js loads on demand: character maps, standard fonts, the JPEG 2000 decoder
 * (libs/documents/src/pdf/load-pdf.ts).
 */
function pdfSideFiles(): Plugin {
  const source = join(workspace, 'node_modules/pdfjs-dist');
  return {
    name: 'konsil:pdf-side-files',
    apply: 'build',
    async generateBundle() {
      const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
      for (const folder of ['cmaps', 'standard_fonts', 'wasm']) {
        for (const name of (await readdir(join(source, folder))).filter((file) => !file.endsWith('.wasm'))) {
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs-${version}/${folder}/${name}`,
            source: await readFile(join(source, folder, name)),
          });
        }
      }
    },
  };
}

const routerBuild = join(workspace, 'node_modules/react-router/dist/production');

/** React Router's usual entry also has the warnings for developers. */
const routerForUsers: Plugin = {
  name: 'konsil:router-for-users',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: join(routerBuild, 'index.mjs') },
        { find: /^react-router\/dom$/, replacement: join(routerBuild, 'dom-export.mjs') },
      ],
    },
  }),
};

const firstFile = { name: 'first', tags: ['$initial' as const], priority: 9 };

/** Folders whose files stay with the pages of their route, like files marked `route`. */
const ofRoutes =
  /\/(libs\/(account\/src\/registration|common\/src\/intake|documents-upload\/src|todos\/src)|node_modules\/(diff|jose|uqr|pdfjs-dist|@simplewebauthn))\//;

const apiFolder = join(workspace, 'libs/api/');
const isOfCalls = (id: string) => id.startsWith('\0konsil:calls');
/** The file that says where a module belongs: for the addresses of calls, the file of libs/api that makes them. */
const sourceOf = (id: string) => (isOfCalls(id) ? id.replace(/^.*\/contracts\//, apiFolder) : id);

/**
 * The first script prefetches the page's data (libs/portal-frame/src/before-start.ts); the portal itself is one file,
 * which compresses 1 kB better than separate ones.
 *
 * Shared modules are in a few files instead of one per combination of pages. Each layer only imports those above, and
 * modules shared by three pages include their dependencies: files never wait for each other. Packages and folders
 * decide; a file that differs from its folder says so itself (bundle-marks.mts).
 */
const sharedFiles = (isMarked: (id: string, bundle: BundleName) => boolean) => [
  { name: 'before-start', test: /\/portal-frame\/src\/before-start\.ts$/, priority: 10 },
  firstFile,
  {
    name: 'ui',
    test: (id: string) =>
      isMarked(id, 'ui') ||
      id.includes('/node_modules/lucide-react/') ||
      (id.includes('/libs/ui/') && !(['popups', 'forms', 'route'] as const).some((name) => isMarked(id, name))),
    minShareCount: 2,
    priority: 8,
  },
  { name: 'contracts', test: (id: string) => isContract(id) && !needsSchemas(id), minShareCount: 3, priority: 7 },
  { name: 'schemas', test: isContract, minShareCount: 3, priority: 6 },
  {
    name: 'data',
    test: (id: string) =>
      (isOfCalls(id) && !isMarked(sourceOf(id), 'route')) ||
      (/\/(libs\/(api|drafts|forms|i18n|lists)|node_modules\/(@reduxjs|react-redux|redux|immer|reselect))\//.test(id) &&
        !isMarked(id, 'forms') &&
        !isMarked(id, 'route')),
    minShareCount: 3,
    priority: 5,
  },
  {
    name: 'popups',
    test: (id: string) => isMarked(id, 'popups') || /\/node_modules\/(@base-ui|@floating-ui|tabbable)\//.test(id),
    priority: 3,
  },
  {
    name: 'forms',
    test: (id: string) => isMarked(id, 'forms') || /\/node_modules\/(react-hook-form|@hookform)\//.test(id),
    priority: 2,
  },
  // Shown in a case, which needs nothing of the forms; the first pages need none of it.
  { name: 'topics', test: (id: string) => isMarked(id, 'topics'), priority: 2 },
  // One file: the first pages name every file that a page behind them loads.
  { name: 'medicines', test: (id: string) => isMarked(id, 'medicines'), priority: 1 },
  {
    name: 'work',
    test: (id: string) => !isMarked(sourceOf(id), 'route') && !ofRoutes.test(id) && !declaresLaterTexts(id),
    minShareCount: 3,
    priority: 0,
  },
];

/** Files that several pages share: early scripts name them beside each page, so that they load at once. */
const isShared = /\/(before-start|ui|contracts|schemas|data|popups|forms|work)-[\w-]+\.js$/;
/** The first script and the frame around the pages, which name every page. */
const isEarly = /\/(first|\w+Frame)-[\w-]+\.js$/;

/** Files of a page that are preloaded: from early scripts only shared ones, because each name there costs bytes. */
const preloadsNamedEarly = (page: string, files: string[], { hostId }: { hostId: string }): string[] =>
  isEarly.test(hostId) ? files.filter((file) => file === page || isShared.test(file)) : files;

/** Name and description of the installed app, from `manifest/` of its folder. */
const wordsOf = (root: string): PortalWords =>
  Object.fromEntries(
    locales.map((locale) => [locale, JSON.parse(readFileSync(join(root, `manifest/${locale}.json`), 'utf8'))]),
  ) as PortalWords;

/** The build of a portal: static files for any origin, configured by `config.json`. */
export function portalConfig(portal: Portal): UserConfig {
  const outDir = join(workspace, 'dist/apps', portal.name);
  const root = join(workspace, 'apps', portal.name);
  const words = wordsOf(root);
  const marks = bundleMarks();
  return {
    ...shared,
    root,
    cacheDir: join(workspace, 'node_modules/.cache/vite', portal.name),
    publicDir: join(import.meta.dirname, 'public'),
    logLevel: process.argv.includes('build') ? 'warn' : 'info',
    plugins: [
      react(),
      marks.plugin,
      routerForUsers,
      filledPage(),
      wordsTogether(root, workspace),
      callsOnly(),
      pureContracts(),
      stacklessErrors(),
      manifests(portal, words),
      mark(),
      typeface(),
      readWhole(['first', 'data']),
      licences(),
      pdfSideFiles(),
      ...(portal.prerendered ? [prerender({ name: portal.name, words }, { root, outDir, workspace, shared })] : []),
      precompress(outDir),
    ],
    server: { ...devServer(portal.name), fs: { allow: [workspace] } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false, resolveDependencies: preloadsNamedEarly },
      sourcemap: 'hidden',
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          // Seven signs instead of eight: the first script names every other file.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          codeSplitting: {
            groups: portal.onePage
              ? [firstFile, { name: 'page', test: portal.onePage, priority: 8 }]
              : sharedFiles(marks.isMarked),
          },
        },
      },
    },
  };
}
