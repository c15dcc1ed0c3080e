/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locales } from '@konsil/contracts/first-codes';
import type { TextTree } from '@konsil/i18n';

const root = join(__dirname, '../../../..');
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as TextTree;
const textsOf = (tree: TextTree, path = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : textsOf(value, `${path}${key}.`),
  );

/** The folder of the texts of each namespace that the portal has. */
const folders = new Map(
  ['apps/patient-portal/src', 'libs'].flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, withFileTypes: true })
      .filter(({ name, parentPath }) => name === 'texts.ts' && !parentPath.includes('node_modules'))
      .flatMap(({ name, parentPath }): [string, string][] => {
        const code = readFileSync(join(parentPath, name), 'utf8');
        const [, namespace, folder] =
          /^export [^\n]*defineTexts<typeof de>\(\s*'([\w-]+)',\s*\(locale\) =>\s*import\(`(.+?)\/\$/m.exec(code) ?? [];
        return namespace && folder ? [[namespace, join(parentPath, folder)]] : [];
      }),
  ),
);
// A text may name a thing again where another has a pronoun.
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}|<\/?\w+>/g)].map(([found]) => found))].sort();
const mostWords = 15;

const simple = locales.flatMap((locale) =>
  Object.entries(read(join(__dirname, `texts/${locale}.json`))).flatMap(([namespace, tree]) =>
    textsOf(tree as TextTree).map(([key, text]) => ({ locale, namespace, key, text })),
  ),
);
const usual = new Map<string, string>();
for (const { locale, namespace } of simple) {
  const folder = folders.get(namespace);
  if (folder)
    for (const [key, text] of textsOf(read(join(folder, `${locale}.json`))))
      usual.set(`${locale} ${namespace} ${key}`, text);
}

test('every simple text differs from a usual one with the same placeholders', () => {
  expect(simple.length).toBeGreaterThan(500);
  const wrong = simple.filter(({ locale, namespace, key, text }) => {
    const other = usual.get(`${locale} ${namespace} ${key}`);
    if (other === undefined || other === text) return true;
    return placeholders(text).join() !== placeholders(other).join();
  });
  expect(wrong.map(({ locale, namespace, key }) => `${locale} ${namespace} ${key}`)).toEqual([]);
});

test('sentences are short, with one statement each', () => {
  const long = simple.flatMap(({ locale, key, text }) =>
    text
      .split(/(?<=[.?…:])\s+/)
      .filter((sentence) => sentence.split(/\s+/).length > mostWords || /[;()]/.test(sentence.replace('(DICOM)', '')))
      .map((sentence) => `${locale} ${key}: ${sentence}`),
  );
  expect(long).toEqual([]);
});

test('simple texts use formal address, no exclamation marks, typographic characters', () => {
  const odd = /!|['"]|(?<!\p{L})(du|dich|dir|dein\p{L}*|euch|euer|eure\p{L}*|leider|erfolgreich)(?!\p{L})/iu;
  expect(simple.filter(({ text }) => odd.test(text)).map(({ text }) => text)).toEqual([]);
});

test('never calls the reader the patient, because many ask for a child or a parent', () => {
  const ofReader =
    /was sie haben|wie leben sie|was nehmen sie|nehmen sie medikamente|how do you live|do you take|you had/iu;
  expect(simple.filter(({ text }) => ofReader.test(text)).map(({ text }) => text)).toEqual([]);
});

test('simple texts never promise that something stays forever', () => {
  expect(simple.filter(({ text }) => /bleibt immer|stays forever/iu.test(text)).map(({ text }) => text)).toEqual([]);
});
