import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { packages } = read('package-lock.json');
const installed = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'));

/** Licences that a commercial product may use without publishing its source. */
const permitted = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Zlib',
  'Python-2.0',
  'BSL-1.0',
  'OFL-1.1',
  'CC-BY-4.0',
  'CC0-1.0',
  'Unlicense',
  'WTFPL',
]);
/** @type {[names: RegExp, licence: string, reason: string][]} Packages with another licence, and why they may stay. */
const exceptions = [
  [
    /^@img\/sharp-(libvips-|wasm32|win32-)/,
    'LGPL-3.0-or-later',
    'libvips is linked dynamically, as its own file that can be exchanged; we do not change it',
  ],
  [
    /^libheif-js$/,
    'LGPL-3.0',
    'fetched by a worker as its own, unchanged file that can be exchanged (docs/decisions/heic.md)',
  ],
];
/** Packages without the field in package.json; checked in their LICENSE file. */
const unnamed = { 'png-js': 'MIT', rechoir: 'MIT' };

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const isPermitted = (licence) => {
  const bare = licence.replace(/[()]/g, '');
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((part) => permitted.has(part)));
};

test('no shipped package has a licence that requires publishing our source', () => {
  for (const [path, { dev, license }] of installed) {
    const name = nameOf(path);
    const licence = license ?? unnamed[name] ?? 'unknown';
    const excepted = exceptions.some(
      ([pattern, allowed]) =>
        pattern.test(name) &&
        licence
          .replace(/[()]/g, '')
          .split(' AND ')
          .every((part) => part === allowed || permitted.has(part)),
    );
    if (!dev) assert.ok(isPermitted(licence) || excepted, `${name}: ${licence}`);
  }
});

test('every exception is still needed', () => {
  for (const [pattern] of exceptions)
    assert.ok(
      installed.some(([path]) => pattern.test(nameOf(path))),
      String(pattern),
    );
  for (const name of Object.keys(unnamed))
    assert.ok(
      installed.some(([path, { license }]) => nameOf(path) === name && !license),
      name,
    );
});

test('the lockfile contains no download URLs, so that every registry and mirror works', () => {
  assert.deepEqual(
    installed.filter(([, { resolved }]) => resolved).map(([path]) => path),
    [],
  );
});

test('every version is pinned exactly, and equal in the lockfile', () => {
  const manifest = read('package.json');
  for (const kind of ['dependencies', 'optionalDependencies', 'devDependencies']) {
    for (const [name, version] of Object.entries(manifest[kind])) {
      assert.match(version, /^(npm:[^@]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/, `${name} ${version}`);
      assert.equal(packages[''][kind][name], version, `${name} differs in package-lock.json: run npm install`);
    }
  }
});

/** Packages that are run or read by name, without an import. */
const byName = new Set([
  '@biomejs/biome',
  'nx',
  '@nx/js',
  'jest',
  '@swc/jest',
  'events',
  'typescript',
  'typescript7',
  '@nx/eslint-plugin',
  '@typescript-eslint/eslint-plugin',
  'eslint-plugin-jsx-a11y',
  'eslint-plugin-react-hooks',
  '@swc/core',
  '@storybook/addon-a11y',
  '@storybook/addon-docs',
  '@types/node',
  '@types/jest',
]);
const sources = ['apps', 'libs', 'tools']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
  )
  .filter((path) => /\.([cm]?[jt]s|tsx)$/.test(path) && !path.includes('node_modules/'));
/** Files that no installation runs: tests and their helpers, browser tests, our tools. */
const isTest = (path) =>
  /\.(test|testing|stories|fake)\.|\/testing[/.]|jest|^apps\/(portals-e2e|server\/tests)|^libs\/testing|^tools\//.test(
    path,
  );
const named = (paths, textOf = (text) => text) =>
  new Set(
    paths.flatMap((path) =>
      [
        ...textOf(readFileSync(join(root, path), 'utf8')).matchAll(
          /(?:from|import|import\(|require\(|require\.resolve\(|resolve\()\s*['"`]((?:@[\w-]+\/)?[\w.-]+)/g,
        ),
      ].map(([, name]) => name),
    ),
  );

test('every shipped package is imported by the product, others by tests or tools', () => {
  const { dependencies, devDependencies } = read('package.json');
  const [shipped, everywhere] = [named(sources.filter((path) => !isTest(path))), named(sources)];
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => !shipped.has(name)),
    [],
    'take it out, or put it among the devDependencies',
  );
  const used = (name) => byName.has(name) || everywhere.has(name.replace('@types/', ''));
  assert.deepEqual(
    Object.keys(devDependencies).filter((name) => !used(name)),
    [],
    'take it out',
  );
});

/** Types are gone when it runs. */
const withoutTypes = (text) => text.replaceAll(/^(?:im|ex)port type [^;]*;/gm, '');
test('the server imports only packages that are installed with it', () => {
  const { devDependencies } = read('package.json');
  const server = named(
    sources.filter((path) => /^(apps\/server\/src|libs\/server)\//.test(path) && !isTest(path)),
    withoutTypes,
  );
  assert.deepEqual(
    Object.keys(devDependencies).filter((name) => server.has(name)),
    [],
  );
});

test('the API document and the changelog have the version of package.json', () => {
  const { version } = read('package.json');
  assert.ok(
    readFileSync(join(root, 'libs/server/domain/src/http/openapi.ts'), 'utf8').includes(`version: '${version}'`),
    'openapi.ts',
  );
  assert.match(
    readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
    new RegExp(`^# Changelog\\s+(?:[^#][^\\n]*\\s+)*## ${version.replaceAll('.', '\\.')} `),
    'the first release of CHANGELOG.md',
  );
});
