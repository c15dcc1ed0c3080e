// npm run watch PROJECT [PATTERN]: runs the tests of one project that a change concerns, again at every change.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { ensureDependencies, env } from './setup.mjs';

const [wanted, ...patterns] = process.argv.slice(2);
const folders = ['apps', 'libs', 'libs/server']
  .flatMap((group) => readdirSync(group).map((name) => `${group}/${name}`))
  .filter((folder) => existsSync(`${folder}/project.json`) && existsSync(`${folder}/jest.config.cjs`));
const names = new Map(
  folders.map((folder) => [JSON.parse(readFileSync(`${folder}/project.json`, 'utf8')).name, folder]),
);
const folder = names.get(wanted);
if (!folder) {
  console.error(`npm run watch PROJECT [PATTERN]\nPROJECT is one of ${[...names.keys()].sort().join(', ')}.`);
  process.exit(1);
}
await ensureDependencies();
const { status } = spawnSync(
  process.execPath,
  ['node_modules/jest/bin/jest.js', '--watch', '--config', `${folder}/jest.config.cjs`, ...patterns],
  { stdio: 'inherit', env },
);
process.exit(status ?? 1);
