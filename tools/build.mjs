// Builds the server and the three web apps.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, exitWith, step } from './setup.mjs';

const projects = ['server', 'patient-portal', 'doctor-portal', 'imaging-viewer', 'operator-console'];
const products = [
  'dist/apps/server/main.mjs',
  ...projects.slice(1).map((project) => `dist/apps/${project}/index.html`),
];
const sources = [
  ...projects.map((project) => `apps/${project}`),
  'libs',
  'tools/vite',
  'tools/build-server.mjs',
  'tools/server-bundle.mjs',
  'package-lock.json',
  'tsconfig.base.json',
  'nx.json',
];
const stamp = 'dist/.built-from';

const filesOf = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [path];

/** A fingerprint of the sources: much faster than asking Nx. */
const stateOfSources = () => {
  const hash = createHash('sha256');
  for (const file of sources
    .flatMap(filesOf)
    .filter((file) => !/\.(test|stories)\.tsx?$/.test(file))
    .sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
};

/** Builds what changed since the last build, as decided by Nx. */
export const ensureBuilt = async () => {
  const state = stateOfSources();
  if (products.every((file) => existsSync(file)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  await step('Building the server, both portals and the viewer', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['node_modules/nx/dist/bin/nx.js', 'run-many', '-t', 'build', '-p', ...projects, '--output-style=static'],
      { env, encoding: 'utf8', maxBuffer: 1e8 },
    );
    if (status !== 0) exitWith(`${stdout}${stderr}The build failed.`);
    mkdirSync('dist', { recursive: true });
    writeFileSync(stamp, state);
  });
};
