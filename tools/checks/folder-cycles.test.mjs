// The folders of a server library and the features of a portal form no cycle of imports (docs/architecture.md).
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import '../setup.mjs';

const { aliasesOf, importsOf, inCycles, readImports, sourceRoots } = createRequire(import.meta.url)(
  '../folder-cycles.cjs',
);
const roots = sourceRoots();
const importsIn = new Map(roots.map((sourceRoot) => [sourceRoot, readImports(sourceRoot)]));

for (const sourceRoot of roots)
  test(`${sourceRoot}: no folders import each other`, () => {
    const found = inCycles(sourceRoot, importsIn.get(sourceRoot));
    assert.deepEqual([...new Set(found.map(({ from, to, file }) => `${from} > ${to} (${file})`))], []);
  });

for (const [sourceRoot, file, wrong] of [
  ['libs/server/domain/src', 'access/access.ts', "import { record } from '../steps/record.ts';"],
  ['libs/server/domain/src', 'access/access.ts', "import { record } from '@konsil/server-domain/steps/record';"],
  ['libs/server/domain/src', 'cases/case-state.ts', "export const late = () => import('../steps/record.ts');"],
  ['libs/server/consultation/src', 'cases/triage.ts', "import type { Sent } from '../requests/send-to-doctor.ts';"],
  ['apps/patient-portal/src/features', 'share/texts.ts', "import '../cases/CaseFrame.tsx';"],
])
  test(`${sourceRoot}: finds a cycle that ${wrong} in ${file} closes`, () => {
    const own = importsOf(aliasesOf(sourceRoot), file, wrong);
    const others = importsIn.get(sourceRoot);
    assert.deepEqual(
      inCycles(sourceRoot, [...others, ...own]).filter((one) => own.includes(one)),
      own,
    );
    assert.equal(own.length, 1);
  });

test('a test may import from every folder', () => {
  const code = "import { record } from '../steps/record.ts';";
  assert.deepEqual(importsOf([], 'access/access.test.ts', code), []);
});
