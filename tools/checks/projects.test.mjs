import assert from 'node:assert/strict';
import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const folders = ['apps', 'libs', 'libs/server']
  .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
  .filter((folder) => existsSync(join(root, folder, 'project.json')));
const projects = folders.map((folder) => ({ folder, ...read(`${folder}/project.json`) }));
const constraints = read('.eslintrc.json').overrides[0].rules['@nx/enforce-module-boundaries'][1].depConstraints;

test('every project has one tag each for type, scope and platform', () => {
  for (const { name, tags = [] } of projects) {
    for (const kind of ['type', 'scope', 'platform']) {
      assert.equal(
        tags.filter((tag) => tag.startsWith(`${kind}:`)).length,
        1,
        `${name} needs one ${kind}: tag, it has ${tags.join(', ') || 'none'}`,
      );
    }
  }
});

test('every tag has an import rule, and no rule allows everything', () => {
  const ruled = new Set(constraints.map(({ sourceTag }) => sourceTag));
  for (const { name, tags } of projects)
    for (const tag of tags) assert.ok(ruled.has(tag), `${tag} of ${name} has no rule in .eslintrc.json`);
  for (const constraint of constraints) {
    assert.notEqual(constraint.sourceTag, '*');
    assert.ok(!constraint.onlyDependOnLibsWithTags.includes('*'), `${constraint.sourceTag} may import everything`);
  }
});

test('every project is linted, type-checked and tested', () => {
  for (const { name, tags, targets } of projects) {
    for (const target of ['lint', 'typecheck', ...(tags.includes('type:e2e') ? [] : ['test'])])
      assert.ok(targets[target], `${name} has no target ${target}`);
  }
});

test('both portals import the libraries of the first version directly', () => {
  for (const portal of ['patient-portal', 'doctor-portal']) {
    const folder = join(root, 'apps', portal, 'src');
    const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
      .map((path) => readFileSync(join(folder, path), 'utf8'))
      .join('\n');
    for (const library of ['auth', 'api', 'i18n', 'documents-upload', 'ui'])
      assert.match(code, new RegExp(`from '@konsil/${library}['/]`), `${portal} does not import libs/${library}`);
  }
});

test('every library has an alias to an existing file', () => {
  const { paths } = read('tsconfig.base.json').compilerOptions;
  for (const [alias, [target]] of Object.entries(paths)) {
    if (!target.includes('*'))
      assert.ok(existsSync(join(root, target)), `${alias} leads to ${target}, which is not there`);
  }
  for (const folder of folders.filter((path) => path.startsWith('libs/'))) {
    assert.ok(
      Object.values(paths).some(([target]) => target.startsWith(`./${folder}/`)),
      `${folder} has no alias in tsconfig.base.json`,
    );
  }
});
