import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
const hashesOf = (elements: RegExp, html: string) =>
  [...html.matchAll(elements)].map(([, content]) => `'sha256-${sha256(content ?? '')}'`).join(' ');

/** Allows only its inline script and styles, by hash. */
const policyOf = (page: string): string =>
  [
    "default-src 'none'",
    `script-src ${hashesOf(/<script>([^]*?)<\/script>/g, page)}`,
    `style-src ${hashesOf(/<style[^>]*>([^]*?)<\/style>/g, page)}`,
    "font-src 'self'",
    "img-src 'self' data:",
    "manifest-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

// It has its own script to return to the portal, which cannot start offline.
const ofPortal =
  /\s*<script type="module"[^]*?<\/script>|\s*<link rel="modulepreload"[^>]*>|\s*<meta property="csp-nonce"[^>]*>| nonce="__CSP_NONCE__"/g;
const partOf = (page: string, part: RegExp): string => part.exec(page)?.[1] ?? '';

/** One page for all languages: the first one visible, others in templates. */
const joined = ([first = '', ...others]: string[], script: string): string => {
  const templates = others.map(
    (page) =>
      `<template lang="${partOf(page, /<html lang="(\w+)"/)}" title="${partOf(page, /<title>([^<]*)/)}">${partOf(page, /<div id="root">([^]*)<\/div>\s*(?:<script|<\/body)/)}</template>`,
  );
  return first.replace('</body>', () => `${templates.join('')}<script>${script}</script></body>`);
};

// The HEIC decoder is large and useless offline, because its result has to be uploaded.
const isKept = (file: string) => /\.(js|mjs|woff2)$/.test(file) && !file.startsWith('libheif');

/**
 * Writes the service worker of a built portal: with the page that is shown without a connection, and the names of the
 * files that it may put aside. Another build is another worker with another cache.
 * @param pages that page as a whole, in each language
 */
export async function writeServiceWorker(outDir: string, pages: string[]): Promise<void> {
  const source = (name: string) => readFile(join(import.meta.dirname, 'offline', name), 'utf8');
  const page = joined(
    pages.map((text) => text.replace(ofPortal, '')),
    await source('come-back.js'),
  );
  const files = (await readdir(join(outDir, 'assets')))
    .filter(isKept)
    .sort()
    .map((file) => `/assets/${file}`);
  const build = { page, policy: policyOf(page), files };
  const cacheName = `konsil-${sha256(JSON.stringify(build)).slice(0, 12)}`;
  await writeFile(
    join(outDir, 'service-worker.js'),
    (await source('service-worker.js')).replace('__BUILD__', () => JSON.stringify({ cacheName, ...build })),
  );
}
