import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');

const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed.stdout
  .split('\0')
  .filter((path) => /\.(ts|tsx|mts|mjs|cjs|js|md)$/.test(path) && existsSync(join(root, path)));
const cited = [
  'product',
  'security',
  'imaging',
  'sign-in-protocol',
  'glossary',
  'specification',
  'architecture',
  'deployment',
  'operating',
];

/** The sections, rules, points, designs and ids that a document defines, in the form of their citations. */
const definitions = (name) => {
  const text = read(`docs/${name}.md`);
  const found = (pattern, kind) => [...text.matchAll(pattern)].map(([, id]) => `${kind} ${id}`);
  return new Set([
    ...found(/^## (\d+)\. /gm, 'section'),
    ...found(/^(\d+\.\d+) /gm, 'rule'),
    ...(name === 'imaging' ? found(/^(\d+)\. /gm, 'point') : []),
    ...found(/^### Design ([a-z]):/gm, 'design'),
    ...found(/^\| ([A-Z]{1,2}\d+) \|/gm, 'id'),
  ]);
};
const defined = new Map(cited.map((name) => [name, definitions(name)]));

const range = (first, last) => {
  const prefix = first.replace(/\d+$/, '');
  const [start, end] = [first, last ?? first].map((id) => Number(/\d+$/.exec(id)[0]));
  return Array.from({ length: end - start + 1 }, (_, index) => `${prefix}${start + index}`);
};

/** Citations of a text: `docs/security.md AU3 to AU5, A2`, `docs/product.md section 4`, `docs/product.md rule 10.2`. */
const citations = (text) => {
  // A citation may continue on the next line of a comment.
  const line = text.replace(/\n\s*(?:\*|\/\/) /g, ' ');
  const found = [];
  for (const [, name, rest] of line.matchAll(
    /(?:docs\/)?(?<![\w-])([a-z-]+)(?:\.md)((?:,? (?:and |to )?(?:(?:sections?|rules?|points?|design) [\da-z.]*\d|design [a-z]\b|[A-Z]{1,2}\d{1,2}\b|(?<=(?:sections?|rules?) [\d.]+,? (?:and )?)\d[\d.]*))*)/g,
  )) {
    if (!cited.includes(name)) continue;
    found.push([name, null]);
    for (const [, kind, ids] of rest.matchAll(
      /\b(section|rule|point|design)s? ((?:\d+(?:\.\d+)?|[a-z]\b)(?:(?:, | and )\d+(?:\.\d+)?)*)/g,
    )) {
      for (const id of ids.split(/, | and /)) found.push([name, `${kind} ${id}`]);
    }
    for (const [, first, last] of rest.matchAll(/\b([A-Z]{1,2}\d+)(?: to ([A-Z]{1,2}\d+))?/g))
      for (const id of range(first, last)) found.push([name, `id ${id}`]);
  }
  for (const [, id] of line.matchAll(/\bspecification sections? (\d+)/g))
    found.push(['specification', `section ${id}`]);
  return found;
};

test('every cited section, rule, point, design and id is defined in docs/', () => {
  const missing = files.flatMap((path) =>
    citations(read(path))
      .filter(([name, id]) => id && !defined.get(name).has(id))
      .map(([name, id]) => `${path}: docs/${name}.md ${id}`),
  );
  assert.deepEqual(missing, []);
});

test('code and decisions cite documents of the repository by their path', () => {
  const outside =
    /(?<![\w/.-])(?<!\]\()(?:product|security|imaging|auth-protocol|sign-in-protocol|glossary|architecture|spec|specification|findings|english)\.md\b|\bspec (?:sections?|point) \d/g;
  const places = files.filter(
    (path) => !/^(CHANGELOG\.md|tools\/checks\/citations\.test\.mjs|docs\/[^/]+\.md)$/.test(path),
  );
  assert.deepEqual(
    places.flatMap((path) => [...read(path).matchAll(outside)].map(([text]) => `${path}: ${text}`)),
    [],
  );
});

test('citations are found in every form', () => {
  assert.deepEqual(
    citations('(docs/security.md AU3 to AU4, A2; docs/product.md\n * rules 1.1 and 1.3)').filter(([, id]) => id),
    [
      ['security', 'id AU3'],
      ['security', 'id AU4'],
      ['security', 'id A2'],
      ['product', 'rule 1.1'],
      ['product', 'rule 1.3'],
    ],
  );
  assert.deepEqual(
    citations('docs/security.md, design c; docs/imaging.md point 4; docs/specification.md sections 5 and 8').filter(
      ([, id]) => id,
    ),
    [
      ['security', 'design c'],
      ['imaging', 'point 4'],
      ['specification', 'section 5'],
      ['specification', 'section 8'],
    ],
  );
});

test('every requirement id in a decision is defined', () => {
  const ids = defined.get('security');
  const prefixes = [...new Set([...ids].flatMap((id) => /^id ([A-Z]{2})\d/.exec(id)?.[1] ?? []))];
  const pattern = new RegExp(`\\b(?:${prefixes.join('|')})\\d+\\b`, 'g');
  const decisions = files.filter((path) => path.startsWith('docs/decisions/'));
  assert.deepEqual(
    decisions.flatMap((path) =>
      [...read(path).matchAll(pattern)].filter(([id]) => !ids.has(`id ${id}`)).map(([id]) => `${path}: ${id}`),
    ),
    [],
  );
});

test('every security requirement names its tests or says that there is none', () => {
  const rows = read('docs/security.md')
    .split('\n')
    .filter((line) => /^\| [A-Z]{2}\d+ \|/.test(line));
  assert.ok(rows.length > 50);
  assert.deepEqual(
    rows.filter((row) => !/\]\(\.\.\/[^)]+\)|no test yet/.test(row.split(' | ').at(-1))),
    [],
  );
});

test('every relative link in the documents exists', () => {
  const broken = files
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)]
        .filter(([, target]) => !existsSync(join(root, dirname(path), target)))
        .map(([, target]) => `${path}: ${target}`),
    );
  assert.deepEqual(broken, []);
});
