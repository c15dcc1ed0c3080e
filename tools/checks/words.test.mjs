import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { test } from 'node:test';
import { locales } from '../locales.mjs';

const root = join(import.meta.dirname, '../..');
const foldersNamed = (name) =>
  ['apps', 'libs']
    .flatMap((group) => readdirSync(join(root, group), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && entry.name === name && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));

/** Every text by its full key, such as `list.empty`. */
const texts = (value, key = '') =>
  typeof value === 'string'
    ? [[key, value]]
    : Array.isArray(value)
      ? [[key, value.join(', ')]]
      : Object.entries(value).flatMap(([name, inner]) => texts(inner, key ? `${key}.${name}` : name));

const json = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
const compared = (path, inLocale) => ({
  place: relative(root, path),
  de: texts(inLocale('de')),
  others: locales.filter((locale) => locale !== 'de').map((locale) => ({ locale, list: texts(inLocale(locale)) })),
});
const read = (folder) => compared(folder, (locale) => json(join(folder, `${locale}.json`)));
/** Files with all languages, for texts that are needed in several at once. */
const readWhole = (folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json') && !/^\w\w\.json$/.test(file))
    .map((file) => join(folder, file))
    .map((path) => compared(path, (locale) => json(path)[locale] ?? {}));
const pages = foldersNamed('locales').flatMap((folder) => [read(folder), ...readWhole(folder)]);
const manifests = foldersNamed('manifest').map(read);
// German may need another form: `caseTo` ("der Ärztin") is `case` in English.
const placeholders = (text) => [...text.matchAll(/\{\{\s*-?\s*([a-z]+)/g)].map(([, name]) => name).sort();
const german = pages.flatMap(({ place, de }) => de.map(([key, text]) => ({ where: `${place}: ${key}`, text })));

test('all languages have the same keys everywhere', () => {
  assert.ok(locales.includes('de') && locales.includes('en'));
  assert.ok(pages.length > 0);
  assert.ok(manifests.length > 0);
  for (const { place, de, others } of [...pages, ...manifests])
    for (const { locale, list } of others) {
      const [deKeys, keys] = [de, list].map((known) => new Set(known.map(([key]) => key)));
      assert.deepEqual(
        [...deKeys].filter((key) => !keys.has(key)),
        [],
        `${place}: not in ${locale}.json`,
      );
      assert.deepEqual(
        [...keys].filter((key) => !deKeys.has(key)),
        [],
        `${place}: not in de.json`,
      );
    }
});

test('a text has the same placeholders in all languages', () => {
  for (const { place, de, others } of pages)
    for (const { locale, list } of others) {
      const other = new Map(list);
      for (const [key, text] of de) {
        // The singular may spell out the number.
        if (/_(zero|one)$/.test(key)) continue;
        assert.deepEqual(placeholders(text), placeholders(other.get(key) ?? ''), `${place}: ${key} in ${locale}`);
      }
    }
});

/** The source code without tests. The viewer has its own texts and uses no others. */
const written = (inViewer) =>
  ['apps', 'libs']
    .flatMap((group) => readdirSync(join(root, group), { recursive: true, withFileTypes: true }))
    .filter(
      (entry) =>
        entry.isFile() &&
        /(?<!\.(?:test|spec|stories))\.(?:tsx?|mjs)$/.test(entry.name) &&
        !/node_modules|dist|portals-e2e/.test(entry.parentPath) &&
        inViewer === entry.parentPath.includes('imaging-viewer'),
    )
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
const sources = { viewer: written(true), portals: written(false) };

test('every toast and empty list text of the catalogue is used', () => {
  const common = pages.find(({ place }) => place === join('libs', 'i18n', 'src', 'locales'));
  const catalogue = common.de.map(([key]) => key).filter((key) => /^(toasts|empty)\./.test(key));
  assert.ok(catalogue.length > 15);
  assert.deepEqual(
    catalogue.filter(
      (key) =>
        !sources.portals.includes(`('${key}')`) &&
        !(key.startsWith('empty.') && sources.portals.includes(`of="${key.slice('empty.'.length)}"`)),
    ),
    [],
  );
});

/** Files whose keys are composed of parts that are not adjacent in the code, with the prefix of the keys. */
/** @type {[place: string, keys: RegExp][]} */
const puzzled = [
  ['apps/patient-portal/src/features/privacy/locales', /^(?:me|other|thing)\./],
  ['libs/portal-frame/src/locales', /^(?:broken|offline|newVersion)\.(?:title|text)$/],
];

/**
 * Returns whether the code uses a key, literally or composed: `codes.gender.${code}` covers all with that prefix and
 * suffix.
 */
const saidIn = (code) => {
  const named = new Set([...code.matchAll(/(['"`])([\w.]+)\1/g)].map(([, , key]) => key));
  const shapes = new Set(
    [...code.matchAll(/`(\w+\.[\w.]*)\$\{[^{}`]*\}([\w.]*)`/g)].map(([, start, end]) => `${start} ${end}`),
  );
  const built = [...shapes].map((shape) => shape.split(' '));
  const said = (key) => named.has(key) || built.some(([start, end]) => key.startsWith(start) && key.endsWith(end));
  return (key) => said(key) || said(key.replace(/[._](?:zero|one|other)$/, ''));
};

test('every text is used', () => {
  const [viewer, portals] = [saidIn(sources.viewer), saidIn(sources.portals)];
  // The compiler knows the texts of the server and of the tables.
  const isTyped = (place) =>
    place.startsWith(join('libs', 'server')) || (place.endsWith('.json') && !place.includes('imaging-viewer'));
  for (const { place, de } of pages.filter((page) => !isTyped(page.place))) {
    const [, known] = puzzled.find(([where]) => where === place.split(sep).join('/')) ?? [];
    const said = place.includes('imaging-viewer') ? viewer : portals;
    assert.deepEqual(
      de.map(([key]) => key).filter((key) => !known?.test(key) && !said(key)),
      [],
      place,
    );
  }
});

test('no text is empty', () => {
  for (const { place, de, others } of pages)
    for (const [key, text] of [de, ...others.map(({ list }) => list)].flat())
      assert.notEqual(text.trim(), '', `${place}: ${key}`);
});

test('no text addresses the reader as "du"', () => {
  const familiar =
    /(?<!\p{L})(du|dich|dir|dein|deine|deinem|deinen|deiner|deines|euch|euer|eure|eurem|euren|eurer)(?!\p{L})/iu;
  for (const { where, text } of german) assert.doesNotMatch(text, familiar, where);
});

test('no text shouts, apologises or boasts', () => {
  for (const { where, text } of german) {
    assert.doesNotMatch(text, /!|(?<!\p{L})(leider|erfolgreich)(?!\p{L})/iu, where);
  }
});

test('quotation marks and apostrophes are typographic', () => {
  for (const { place, de, others } of pages)
    for (const [key, text] of [de, ...others.map(({ list }) => list)].flat())
      assert.doesNotMatch(text, /['"]/, `${place}: ${key}`);
});

test('a size and its unit stay on one line', () => {
  for (const { place, de, others } of pages)
    for (const [key, text] of [de, ...others.map(({ list }) => list)].flat())
      assert.doesNotMatch(text, /[\d}] (?:kB|MB|GB)(?!\w)/, `${place}: ${key}`);
});

/** Words that readers stumbled over: translated German, and the German of offices. */
const stumbled = {
  en: [
    'It is your turn',
    'asks you something',
    'Is everything right',
    'Change the case',
    'Erase the account',
    'At once',
    'Give the details',
    'Whom would',
    'Zip code',
    'Dr\\.',
  ],
  de: ['Angaben machen', 'Konto fertigstellen', 'Löschung verlangt', 'eingenommen werden', 'niemandem weiter'],
};

test('no text contains words that confused readers before', () => {
  for (const [locale, words] of Object.entries(stumbled)) {
    const again = new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, 'u');
    const files = [
      ...foldersNamed('locales').map((folder) => join(folder, `${locale}.json`)),
      join(root, `apps/patient-portal/src/simple/texts/${locale}.json`),
      join(root, `libs/server/domain/src/notices/locales/${locale}.ts`),
    ].filter((path) => existsSync(path));
    assert.ok(files.length > 50);
    for (const path of files) assert.doesNotMatch(readFileSync(path, 'utf8'), again, relative(root, path));
  }
});
