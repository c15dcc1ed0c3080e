import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
const { FsTree, flushChanges } = require('nx/src/generators/tree');
const copy = join(root, `dist/checks/generated-${process.pid}`);

const run = async (name, options) => {
  const { factory } = JSON.parse(readFileSync(join(root, 'tools/generators/generators.json'), 'utf8')).generators[name];
  const tree = new FsTree(copy, false);
  await require(join(root, 'tools/generators', factory))(tree, options);
  const changes = tree.listChanges();
  flushChanges(copy, changes);
  return changes.map(({ path }) => path);
};
const node = (args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, ESLINT_USE_FLAT_CONFIG: 'false', NX_DAEMON: 'false' },
  });
  assert.equal(status, 0, `${stdout}\n${stderr}`);
};

let changed;
before(async () => {
  const { stdout } = spawnSync(
    'git',
    [
      'ls-files',
      'libs',
      'apps/server',
      'apps/doctor-portal',
      'apps/patient-portal',
      'apps/operator-console',
      '*.json',
      '.eslintrc.json',
      'tools/eslint',
      'tools/folder-cycles.cjs',
      'jest.preset.js',
    ],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  for (const path of stdout.split('\n').filter(Boolean)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  changed = [
    ...(await run('feature', { name: 'checked-feature' })),
    ...(await run('endpoint', { name: 'checked-endpoint', feature: 'checked-feature', side: 'doctor' })),
    ...(await run('page', { name: 'checked-page', portal: 'doctor' })),
    ...(await run('page', { name: 'checked-page', portal: 'patient' })),
    ...(await run('page', { name: 'checked-page', portal: 'console' })),
    ...(await run('page', { name: 'second-page', portal: 'console' })),
  ];
  // `nx g` formats with Prettier if there is one; here it is Biome, as `npm run format`.
  spawnSync(process.execPath, [join(root, 'node_modules/.bin/biome'), 'format', '--write', ...changed], { cwd: copy });
});
after(() => rmSync(copy, { recursive: true, force: true }));

const tsc = join(root, 'node_modules/typescript7/bin/tsc');
// Projects of one kind together, with the options of the first one: what they share is read once.
for (const projects of [
  ['apps/server', 'libs/server/checked-feature'],
  ['apps/patient-portal', 'apps/doctor-portal', 'apps/operator-console', 'libs/api'],
])
  test(`generated code type-checks in ${projects.join(', ')}`, () => {
    const config = join(copy, 'tsconfig.checked.json');
    const included = (project) =>
      JSON.parse(readFileSync(join(copy, project, 'tsconfig.json'), 'utf8')).include.map((path) => join(project, path));
    writeFileSync(
      config,
      JSON.stringify({ extends: `./${projects[0]}/tsconfig.json`, include: projects.flatMap(included) }),
    );
    node([tsc, '--noEmit', '-p', config]);
  });

test('generated code passes the lint rules', () => {
  const code = [...new Set(changed)].filter((path) => /\.tsx?$/.test(path));
  node([join(root, 'node_modules/eslint/bin/eslint.js'), '--rulesdir', 'tools/eslint', '--max-warnings', '0', ...code]);
});

test('a generator overwrites nothing', () =>
  assert.rejects(run('page', { name: 'checked-page', portal: 'doctor' }), /exists already/));

test('every generator has a schema and is listed in CONTRIBUTING', () => {
  const { generators } = JSON.parse(readFileSync(join(root, 'tools/generators/generators.json'), 'utf8'));
  const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  for (const [name, { schema }] of Object.entries(generators)) {
    assert.ok(JSON.parse(readFileSync(join(root, 'tools/generators', schema), 'utf8')).properties.name);
    assert.ok(contributing.includes(`./tools/generators:${name}`), `CONTRIBUTING.md does not name ${name}`);
  }
});
