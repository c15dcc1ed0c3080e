import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const settings = [
  ...readFileSync(join(root, 'libs/server/settings/src/env.ts'), 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm),
].map(([, name]) => name);
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test("the README lists exactly the server's settings", () => {
  const table = readme.slice(readme.indexOf('| setting |'), readme.indexOf('With services of your own'));
  const named = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell]) =>
    [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
  );
  assert.deepEqual(named.sort(), settings.toSorted());
});
