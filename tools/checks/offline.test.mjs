import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { build } from 'esbuild';

const vite = join(import.meta.dirname, '../vite');
const { outputFiles } = await build({
  entryPoints: [join(vite, 'offline.mts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  define: { 'import.meta.dirname': JSON.stringify(vite) },
  write: false,
});
const { writeServiceWorker } = await import(`data:text/javascript;base64,${btoa(outputFiles[0]?.text ?? '')}`);

const folder = mkdtempSync(join(tmpdir(), 'offline-'));
after(() => rm(folder, { recursive: true }));
const pageWith = (words) =>
  `<html lang="en"><head><title>Offline</title></head><body><div id="root">${words}</div></body></html>`;
/** The files that a build's service worker puts aside. */
const builtWith = async (words, files) => {
  await rm(join(folder, 'assets'), { recursive: true, force: true });
  await mkdir(join(folder, 'assets'), { recursive: true });
  for (const file of files) await writeFile(join(folder, 'assets', file), '');
  await writeServiceWorker(folder, [pageWith(words), pageWith(words)]);
  const [, built] = /(\{"cacheName".*\})/.exec(readFileSync(join(folder, 'service-worker.js'), 'utf8')) ?? [];
  return JSON.parse(built ?? '{}');
};

test('every change of the offline page or of a file begins a new cache', async () => {
  const one = await builtWith('No connection', ['first-1.js']);
  assert.equal((await builtWith('No connection', ['first-1.js'])).cacheName, one.cacheName);
  assert.notEqual((await builtWith('You are offline', ['first-1.js'])).cacheName, one.cacheName);
  assert.notEqual((await builtWith('No connection', ['first-2.js'])).cacheName, one.cacheName);
});

test('keeps scripts and typefaces, without the decoder of photos and files that pages do not start with', async () => {
  const { files } = await builtWith('', ['b.mjs', 'a.js', 'text.woff2', 'libheif-1.js', 'a.js.br', 'logo.png']);
  assert.deepEqual(files, ['/assets/a.js', '/assets/b.mjs', '/assets/text.woff2']);
});
