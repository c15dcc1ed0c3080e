import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
/** The last commit before this check. */
const before = '262b56198782cf262db56110fab0016c5ef7197e';
const rule = /^(feat|fix|perf|refactor|test|docs|build)(\([a-z0-9-]+\))?!?: [a-z]/;

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
const isKnown = git('cat-file', '-e', `${before}^{commit}`).status === 0;

test('commit subjects are type(scope): imperative, at most 72 characters', {
  skip: !isKnown && 'the history is not here',
}, () => {
  const subjects = git('log', '--no-merges', '--format=%s', `${before}..HEAD`).stdout.split('\n').filter(Boolean);
  assert.deepEqual(
    subjects.filter((subject) => subject.length > 72 || !rule.test(subject)),
    [],
  );
});

test('changelog lines of a release since 0.2.0 have at most 120 characters', () => {
  const [recent = ''] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## 0\.1\.0/m);
  assert.deepEqual(
    recent.split('\n').filter((line) => line.length > 120),
    [],
  );
});
