// The imports between the first-level folders of a source root: no two folders may import each other, not even through
// others (docs/architecture.md). Used by the lint rule `no-folder-cycle` and by checks/folder-cycles.test.mjs.
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { dirname, join, sep } = require('node:path');

const root = join(__dirname, '..');
const isTest = /\.(?:test|testing|fixture|stories)\.tsx?$/;
const specifiers = /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*(['"])([^'"\n]+)\1/g;

const slashed = (/** @type {string} */ path) => path.split(sep).join('/');

/** The source roots whose folders are checked. */
const sourceRoots = () =>
  [
    ...readdirSync(join(root, 'libs/server')).map((name) => `libs/server/${name}/src`),
    ...readdirSync(join(root, 'apps')).map((name) => `apps/${name}/src/features`),
  ].filter((path) => existsSync(join(root, path)));

/** The aliases of tsconfig.base.json that stand for a source root. */
const aliasesOf = (/** @type {string} */ sourceRoot) => {
  const { paths } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8')).compilerOptions;
  return Object.keys(paths)
    .filter((alias) => paths[alias][0] === `./${sourceRoot}/*.ts`)
    .map((alias) => alias.slice(0, -1));
};

/** The folder of a file; a file at the root stands for itself, or for the folder of the same name. */
const unitOf = (/** @type {string} */ path) => (path.split('/')[0] ?? path).replace(/\.tsx?$/, '');

/**
 * The unit that an import leads to; undefined outside the source root.
 * @param {string[]} aliases
 * @param {string} file its path in the source root
 * @param {string} specifier
 */
const unitOfImport = (aliases, file, specifier) => {
  const alias = aliases.find((start) => specifier.startsWith(start));
  if (alias) return unitOf(specifier.slice(alias.length));
  const path = specifier.startsWith('.') ? slashed(join(dirname(file), specifier)) : '..';
  return path.startsWith('..') ? undefined : unitOf(path);
};

/**
 * Every import of a file that leads to another unit.
 * @param {string[]} aliases
 * @param {string} file its path in the source root
 * @param {string} code
 */
const importsOf = (aliases, file, code) => {
  if (isTest.test(file)) return [];
  const from = unitOf(file);
  return [...code.matchAll(specifiers)].flatMap(([, , specifier = '']) => {
    const to = unitOfImport(aliases, file, specifier);
    return to === undefined || to === from ? [] : [{ from, to, file, specifier }];
  });
};

/** @typedef {ReturnType<typeof importsOf>} Imports */

const readImports = (/** @type {string} */ sourceRoot) => {
  const aliases = aliasesOf(sourceRoot);
  return readdirSync(join(root, sourceRoot), { recursive: true })
    .map((entry) => slashed(String(entry)))
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => importsOf(aliases, file, readFileSync(join(root, sourceRoot, file), 'utf8')));
};

/** The units that each unit reaches through imports. */
const reachedFrom = (/** @type {Imports} */ imports) => {
  /** @type {Map<string, Set<string>>} */
  const next = new Map();
  for (const { from, to } of imports) next.set(from, (next.get(from) ?? new Set()).add(to));
  return (/** @type {string} */ start) => {
    const reached = new Set(next.get(start));
    for (const unit of reached) for (const more of next.get(unit) ?? []) reached.add(more);
    return reached;
  };
};

/**
 * The imports that are part of a cycle of at least two folders.
 * @param {string} sourceRoot
 * @param {Imports} imports all of its imports
 */
const inCycles = (sourceRoot, imports) => {
  const reach = reachedFrom(imports);
  /** @type {Map<string, Set<string>>} */
  const reached = new Map(imports.map(({ from }) => [from, reach(from)]));
  const isFolder = (/** @type {string} */ unit) => existsSync(`${join(root, sourceRoot, unit)}/`);
  /** @type {(one: string, other: string) => boolean} */
  const joined = (one, other) => Boolean(reached.get(one)?.has(other) && reached.get(other)?.has(one));
  const units = [...reached.keys()];
  return imports.filter(
    ({ from, to }) => joined(from, to) && units.filter((unit) => joined(from, unit) && isFolder(unit)).length > 1,
  );
};

module.exports = { aliasesOf, importsOf, inCycles, readImports, root, slashed, sourceRoots };
