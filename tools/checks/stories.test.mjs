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

/** Components that draw nothing: what is around them is drawn by others. */
const drawNothing = ['RequireRole', 'SessionProvider'];
const libs = join(import.meta.dirname, '../../libs');
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
/** A library's modules for others: its index and the modules that have an alias of their own. */
const entriesOf = (lib) => {
  const { paths } = JSON.parse(readFileSync(join(libs, '../tsconfig.base.json'), 'utf8')).compilerOptions;
  return Object.entries(paths)
    .filter(([alias]) => !alias.endsWith('/testing'))
    .flatMap(([, [path]]) => (path.startsWith(`./libs/${lib}/src/`) && !path.includes('*') ? [path] : []))
    .map((path) => readFileSync(join(libs, '..', path), 'utf8'));
};
/** The components that an entry exports, which are those of `.tsx` modules. */
const componentsIn = (entry) =>
  [
    ...[...entry.matchAll(/^export \{ ([^}]+) \} from '[^']+\.tsx';/gm)].flatMap(([, names]) => names.split(', ')),
    ...[...entry.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name),
  ].filter((name) => /^[A-Z][a-z]/.test(name) && !drawNothing.includes(name));
const shared = readdirSync(libs).filter(
  (lib) => !['ui', 'server', 'testing'].includes(lib) && readdirSync(join(libs, lib)).includes('src'),
);
const storiesOf = (lib) => filesOf(join(libs, lib, 'src')).filter((path) => path.endsWith('.stories.tsx'));

test('every shared library that exports components has a story', () => {
  const drawing = shared.filter((lib) => entriesOf(lib).some((entry) => componentsIn(entry).length > 0));
  for (const lib of ['account', 'common', 'portal-frame']) assert.ok(drawing.includes(lib), lib);
  assert.deepEqual(
    drawing.filter((lib) => storiesOf(lib).length === 0),
    [],
  );
});

test('Storybook finds the stories of every library', () => {
  assert.match(
    readFileSync(join(libs, 'ui/.storybook/main.ts'), 'utf8'),
    /'\.\.\/\.\.\/\*\/src\/\*\*\/\*\.stories\.tsx'/,
  );
});
