import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

test('everything under tools/ type-checks', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/typescript7/bin/tsc', '--noEmit', '-p', 'tools/tsconfig.json'],
    { cwd: root, encoding: 'utf8' },
  );
  assert.equal(status, 0, stdout);
});
