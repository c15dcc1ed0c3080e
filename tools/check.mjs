// npm run check: lint, types and tests of the projects that the changes since the branch left main concern, and the
// checks of the repository. No builds, no browser.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ensureDependencies, env, run } from './setup.mjs';

const { defaultBase } = JSON.parse(readFileSync('nx.json', 'utf8'));
const mergeBaseWith = (branch) => {
  const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', branch], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

await ensureDependencies();
const base = mergeBaseWith(`origin/${defaultBase}`) ?? mergeBaseWith(defaultBase);
// Without git, or in a shallow clone, nothing says what changed.
const projects = base ? ['affected', `--base=${base}`] : ['run-many'];
console.log(base ? `Checking what changed since ${base.slice(0, 8)}.` : 'Checking everything: there is no merge base.');
const { status } = spawnSync(
  process.execPath,
  ['node_modules/nx/dist/bin/nx.js', ...projects, '-t', 'lint', 'typecheck', 'test', '--output-style=static'],
  { stdio: 'inherit', env },
);
run(process.execPath, ['--test', 'tools/checks/']);
process.exit(status ?? 1);
