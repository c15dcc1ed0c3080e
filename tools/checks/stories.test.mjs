import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const source = join(import.meta.dirname, '../../libs/ui/src');
const stories = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.stories.tsx'))
  .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }));
const helpers = ['storyShell', 'queue'].map((name) => readFileSync(join(source, `../.storybook/${name}.tsx`), 'utf8'));
const drawn = [...stories.map(({ text }) => text), ...helpers].join('\n');

/** Building blocks shown in the stories of other components. */
const withinOthers = ['GlobalStyle', 'UiProvider'];
const given = [...readFileSync(join(source, 'index.ts'), 'utf8').matchAll(/^export \{ ([^}]+) \} from '([^']+)';/gm)]
  .flatMap(([, names]) => names.split(', '))
  .filter((name) => /^[A-Z]/.test(name));

test('every component exported by libs/ui has a story', () => {
  const missing = given.filter((name) => !withinOthers.includes(name) && !new RegExp(`<${name}\\b`).test(drawn));
  assert.deepEqual(missing, []);
});

test('components without a story of their own are still exported', () => {
  assert.deepEqual(
    withinOthers.filter((name) => !given.includes(name)),
    [],
  );
});

test('the docs of every story say when to use each component, and when not', () => {
  for (const { path, text } of stories) {
    const [, components] = text.match(/subcomponents: \{ ([^}]+) \}/) ?? [];
    const [, main] = text.match(/component: (\w+)/) ?? [];
    // A whole-screen story shows a combination rather than a component.
    if (!main) continue;
    const [, words = ''] = text.match(/usage\(([^]+?)\n {2,4}\),/) ?? [];
    for (const name of [main, ...(components?.split(', ') ?? [])])
      assert.match(words, new RegExp(`\\b${name}\\b`), `${path}: ${name}`);
  }
});
