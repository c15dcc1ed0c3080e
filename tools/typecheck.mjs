// Type-checks every project; projects with equal compiler options together, so that shared files are read once.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './setup.mjs';

const folder = join(root, 'node_modules/.cache/typecheck');
mkdirSync(folder, { recursive: true });

/** The included paths of all projects, by compiler options. */
const groups = new Map();
const projects = ['apps', 'libs', 'libs/server'].flatMap((parent) =>
  readdirSync(join(root, parent)).map((name) => join(parent, name, 'tsconfig.json')),
);
for (const file of projects.filter((path) => existsSync(join(root, path)))) {
  const { compilerOptions = {}, include } = JSON.parse(readFileSync(join(root, file), 'utf8'));
  const key = JSON.stringify(compilerOptions);
  const paths = include.map((path) => relative(folder, join(root, dirname(file), path)));
  groups.set(key, [...(groups.get(key) ?? []), ...paths]);
}

let failed = false;
[...groups].forEach(([key, include], index) => {
  const config = join(folder, `tsconfig.${index}.json`);
  writeFileSync(
    config,
    JSON.stringify({
      extends: relative(folder, join(root, 'tsconfig.base.json')),
      compilerOptions: JSON.parse(key),
      include,
    }),
  );
  // With the state of the last check only what changed since is checked.
  const state = ['--incremental', '--tsBuildInfoFile', config.replace(/json$/, 'tsbuildinfo')];
  const args = ['node_modules/typescript7/bin/tsc', '--noEmit', ...state, '-p', config];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  failed ||= status !== 0;
});
process.exit(failed ? 1 : 0);
