// Lint refuses an import against the layers (docs/architecture.md): each wrong one here is linted as if it were in the
// source.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { before, test } from 'node:test';
import { root } from '../setup.mjs';

const require = createRequire(import.meta.url);
/** @type {{ lintText: import('eslint').ESLint['lintText'] }} */
let linter;
before(async () => {
  process.env['NX_DAEMON'] = 'false';
  // Without the project graph the rule skips itself.
  await require('@nx/devkit').createProjectGraphAsync({ exitOnError: true });
  process.env['ESLINT_USE_FLAT_CONFIG'] = 'false';
  const { LegacyESLint = require('eslint').ESLint } = require('eslint/use-at-your-own-risk');
  linter = new LegacyESLint({ cwd: root, rulePaths: ['tools/eslint'] });
});

/** The names of the rules that refuse this code in a file. */
const refusedBy = async (/** @type {string} */ file, /** @type {string} */ code) => {
  const [result] = await linter.lintText(code, { filePath: file });
  return result?.messages.map(({ ruleId }) => ruleId) ?? [];
};

const boundaries = '@nx/enforce-module-boundaries';
for (const [what, file, imported] of [
  ['platform of the product', 'libs/server/platform/src/clock.ts', '@konsil/server-domain/schema'],
  ['domain of a feature', 'libs/server/domain/src/schema.ts', '@konsil/server-patients/patients.queries'],
  [
    'a feature of another feature',
    'libs/server/patients/src/patients.queries.ts',
    '@konsil/server-todos/todos.queries',
  ],
  [
    'a feature of a composition',
    'libs/server/todos/src/todos.queries.ts',
    '@konsil/server-consultation/cases/cases.queries',
  ],
  ['the shared UI of requests', 'libs/ui/src/display/Badge.tsx', '@konsil/api/cases'],
  ['a portal of the server', 'apps/patient-portal/src/main.tsx', '@konsil/server-platform/clock'],
])
  test(`lint refuses an import: ${what}`, async () => {
    assert.ok((await refusedBy(file, `import '${imported}';\n`)).includes(boundaries));
  });

for (const [what, file, imported] of [
  ['access of the steps of a case', 'libs/server/domain/src/access/access.ts', '../steps/record.ts'],
  ['cases of requests', 'libs/server/consultation/src/cases/triage.ts', '../requests/send-to-doctor.ts'],
  ['a feature of one above it', 'apps/doctor-portal/src/features/answer/texts.ts', '../case-page/CasePage'],
])
  test(`lint refuses an import that closes a cycle of folders: ${what}`, async () => {
    for (const code of [`import '${imported}';`, `export const later = () => import('${imported}');`])
      assert.ok((await refusedBy(file, `${code}\n`)).includes('no-folder-cycle'), code);
  });

test('lint takes an import downwards', async () => {
  const code = "import '@konsil/server-platform/clock';\n";
  assert.ok(!(await refusedBy('libs/server/patients/src/patients.queries.ts', code)).includes(boundaries));
  const inside = "import '../access/access.ts';\n";
  assert.deepEqual(await refusedBy('libs/server/domain/src/steps/steps.ts', inside), []);
});
