import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CodeSystem } from '@konsil/contracts/medical-codes';
import { CodeFileFault, readCodeFile } from './read-code-file.ts';

const fixture = (system: CodeSystem) => join(__dirname, `../../fixtures/${system}2026syst_kodes.txt`);
const read = async (file: string, system: CodeSystem) => {
  const codes: string[] = [];
  for await (const { code, title, additional } of readCodeFile(file, system))
    codes.push(`${code} ${title}${additional ? ' (additional)' : ''}`);
  return codes;
};
const written = async (content: string | Buffer) => {
  const file = join(await mkdtemp(join(tmpdir(), 'codes-')), 'kodes.txt');
  await writeFile(file, content);
  return file;
};

test('ICD-10-GM: only terminal, assigned codes admitted in outpatient care are read', async () => {
  expect(await read(fixture('icd10gm'), 'icd10gm')).toEqual([
    'C73 Bösartige Neubildung der Schilddrüse',
    'D35.0 Gutartige Neubildung: Nebenniere',
    'E04.0 Nichttoxische diffuse Struma',
    'E04.1 Nichttoxischer solitärer Schilddrüsenknoten',
    'E04.2 Nichttoxische mehrknotige Struma',
    'E11.90 Diabetes mellitus, Typ 2: Ohne Komplikationen: Nicht als entgleist bezeichnet',
    'E24.0 Hypophysäres Cushing-Syndrom',
    'H36.0 Retinopathia diabetica (additional)',
    'S83.2 Meniskusriss, akut',
    'B97.0 Adenoviren als Ursache von Krankheiten, die in anderen Kapiteln klassifiziert sind (additional)',
  ]);
});

test('OPS: terminal codes of four, five and six characters are read', async () => {
  expect((await read(fixture('ops'), 'ops')).map((line) => line.split(' ')[0])).toEqual([
    '1-204.2',
    '5-061.0',
    '5-063.0',
    '5-984',
    '8-98f.10',
  ]);
});

test.each<[string, (text: string) => string | Buffer, RegExp]>([
  ['a missing field', (text) => text.replace(';E041;', ';'), /Line 5: 27 fields in place of 28/],
  ['an unknown place in the tree', (text) => text.replace('4;T;X;04;E00;E04.1', '4;X;X;04;E00;E04.1'), /Line 5: "X"/],
  ['a code of another form', (text) => text.replace(';E04.1;E041;', ';E041;E041;'), /Line 5: "E041" is not a code/],
  [
    'a code without a title',
    (text) => text.replace('E041;Nichttoxischer solitärer', 'E041;').replace(/;  ?Schilddrüsenknoten;/, ';;'),
    /Line 5: E04.1 has no title/,
  ],
  ['an unknown use', (text) => text.replace(/(E041;.*?);P;P;/, '$1;Q;P;'), /Line 5: the use "Q"/],
  ['a code that is there twice', (text) => text + text, /is there twice/],
  ['another encoding', (text) => Buffer.from(text, 'latin1'), /UTF-8/],
  ['an empty file', () => '', /no code/],
  ['a file without lines', () => 'x'.repeat(20_000), /no lines/],
])('refuses a file with %s', async (_what, change, words) => {
  const file = await written(change(await readFile(fixture('icd10gm'), 'utf8')));
  const reading = read(file, 'icd10gm');
  await expect(reading).rejects.toThrow(CodeFileFault);
  await expect(reading).rejects.toThrow(words);
});

test('refuses an OPS file as ICD and vice versa; needs no final line break', async () => {
  await expect(read(fixture('ops'), 'icd10gm')).rejects.toThrow(/15 fields in place of 28/);
  const text = await readFile(fixture('ops'), 'utf8');
  expect(await read(await written(`\uFEFF${text.trimEnd()}`), 'ops')).toHaveLength(5);
});
