import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', 'apps', 'libs', 'tools'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (path) =>
      /\.([cm]?[jt]s|tsx)$/.test(path) &&
      !/\.(test|spec|stories|fake)\.|\/(locales|tests|testing|\.storybook)\/|portals-e2e|libs\/testing|tools\/(bench|image)\//.test(
        path,
      ),
  );

/** Files that name languages, each with its reason. A further language touches the first one only. */
const allowed = {
  'libs/contracts/src/first-codes.ts': 'the list of languages',
  'libs/contracts/src/written.ts': 'the list of languages that operators and doctors write in',
  'libs/contracts/src/legal-notices.ts': 'written languages: the schema of their texts',
  'libs/server/domain/src/accounts/legal-texts.ts': 'written languages: the files of the settings',
  'libs/server/domain/src/accounts/legal-versions.ts': 'written languages: their columns',
  'libs/contracts/src/form-words.ts': 'written languages: the columns of a label',
  'libs/form-editor/src/FieldItem.tsx': 'written languages: the fields of the form',
  'apps/operator-console/src/features/legal/Comparison.tsx': 'written languages: the fields of the form',
  'apps/server/src/hosting/sites.ts': 'written languages: the opening hours of the settings',
  'libs/contracts/src/person-names.ts': 'a particle of names',
  'libs/server/demo/src/accounts.ts': 'the languages that doctors of the demonstration speak',
  'libs/ui/src/forms/localDate.ts': 'the digits of a German date; other languages follow Intl',
  'libs/server/accounts/src/common-passwords.ts': 'dictionaries of a package',
  'tools/check-stories.mjs': 'one language for each colour scheme',
  'tools/generators/page.cjs': 'the first texts of a new page; words.test.mjs names missing ones',
};

/**
 * Shapes that a further language would have to be added to.
 * @type {[RegExp, string][]}
 */
const shapes = [
  [/(?<![\w.])de\??:\s[^]*?(?<![\w.])en\??:\s/, 'an object with a value per language'],
  [/[!=]==? '(de|en)'|'(de|en)' [!=]==? /, 'a comparison with a language'],
  [/'de',\s*'en'|'en',\s*'de'/, 'a list of languages'],
  [/import (\* as )?(de|en) from/, 'an import per language'],
];
const found = (code) => shapes.flatMap(([shape, what]) => (shape.test(code) ? [what] : []));

test('code has no table, branch or list per language', () => {
  const named = sources.filter((path) => found(readFileSync(join(root, path), 'utf8')).length > 0);
  assert.deepEqual(
    named.filter((path) => !(path in allowed)),
    [],
    'texts belong into a `locales` folder, formats into the list of languages',
  );
});

test('every exception still applies', () => {
  const named = (path) => /'(de|en)'|\b(de|en)\b/.test(readFileSync(join(root, path), 'utf8'));
  assert.deepEqual(
    Object.keys(allowed).filter((path) => !named(path)),
    [],
  );
});

test('detects each form of per-language code', () => {
  assert.deepEqual(
    [
      "const words = { de: 'Ja', en: 'Yes' };",
      "const words = {\n  de: {\n    yes: 'Ja',\n  },\n  en: {},\n};",
      "locale === 'de' ? 'Ja' : 'Yes'",
      "['de', 'en'].map(show)",
      "import de from './locales/de.json';",
    ].filter((code) => found(code).length === 0),
    [],
  );
  assert.deepEqual(found("import type de from './locales/de.json';"), []);
  assert.deepEqual(found("new Intl.Collator('de')"), []);
});
