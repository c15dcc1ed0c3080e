import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const declared = 'libs/server/platform/src/audit/security-events.ts';

/** The names of all audited acts, from the table that an act must be in. */
const acts = () => {
  const [, table = ''] =
    /const eventOfAction = \{\n(.*?)\n\} as const/s.exec(readFileSync(join(root, declared), 'utf8')) ?? [];
  return [...table.matchAll(/^ {2}'?([\w.]+)'?: /gm)].map(([, name]) => name);
};
const testsIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(({ name, parentPath }) => name.endsWith('.test.ts') && !parentPath.includes('node_modules'))
    .map(({ name, parentPath }) => readFileSync(join(parentPath, name), 'utf8'));

test('every audited act is named by a test of the server', () => {
  const names = acts();
  assert.ok(names.length > 100, `the table of acts was not found in ${declared}`);
  const tests = ['apps/server', 'libs/server'].flatMap(testsIn).join('\n');
  assert.deepEqual(
    names.filter((name) => ![`'${name}'`, `action=${name}'`].some((named) => tests.includes(named))),
    [],
    'do the act over its route and expect its record, e.g. with expectRecorded() in apps/server/tests/audit',
  );
});
