import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

test('the code is formatted: npm run format', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/@biomejs/biome/bin/biome', 'format', '--max-diagnostics=5', '--colors=off'],
    { cwd: root, encoding: 'utf8' },
  );
  assert.equal(status, 0, stdout + stderr);
});
