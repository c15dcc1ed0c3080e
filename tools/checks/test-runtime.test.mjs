import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../setup.mjs';

const { resolve } = createRequire(join(root, 'package.json'));
const folder = mkdtempSync(join(tmpdir(), 'konsil-test-runtime-'));
after(() => rmSync(folder, { recursive: true }));
const write = (path, text) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

test('files of two environments get their own modules and share no values', () => {
  const environments = { browser: 'jest-environment-jsdom', node: 'jest-environment-node' };
  write(
    'node_modules/twofold/package.json',
    JSON.stringify({ name: 'twofold', version: '1.0.0', exports: { browser: './browser.js', node: './node.js' } }),
  );
  write('counter.js', 'let calls = 0; module.exports = () => (calls += 1);');
  for (const [name, environment] of Object.entries(environments)) {
    write(`node_modules/twofold/${name}.js`, `module.exports = '${name}';`);
    write(
      `${name}.test.js`,
      `/** @jest-environment ${resolve(environment)} */
      test('own', () => expect([require('twofold'), require('./counter.js')()]).toEqual(['${name}', 1]));`,
    );
  }
  const config = { rootDir: folder, runtime: join(root, 'tools/jest/runtime.cjs'), transform: {} };
  write('jest.config.json', JSON.stringify({ ...config, testEnvironment: resolve(environments.node) }));
  const args = [join(root, 'node_modules/jest/bin/jest.js'), '-i', '--config', join(folder, 'jest.config.json')];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /Tests: +2 passed/);
});
