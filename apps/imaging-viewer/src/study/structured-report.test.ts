/// <reference types="node" />
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measurement } from '@konsil/contracts/measurements';
import { forAnswer, fromAnswer } from './answer-numbers.ts';
import { concepts, decimalString, structuredReport, units, type Reported } from './structured-report.ts';
import type { Image } from './study.ts';

const image = {
  frame: 1,
  instance: {
    uid: '1.2.3.4',
    frames: 1,
    dataSet: {
      '00080016': { Value: ['1.2.840.10008.5.1.4.1.1.2'] },
      '00080020': { Value: ['20261112'] },
      '00080060': { Value: ['CT'] },
      '00100010': { Value: [{ Alphabetic: 'Müller^Jürgen' }] },
      '00100030': { Value: ['19580314'] },
    },
  },
} as unknown as Image;
const item = (kind: Measurement['kind'], points: [number, number][], name: string, study = '1.2.3'): Measurement => ({
  id: '0d6f2c0e-6a3e-4a55-9a39-0c2e6d0b6f11',
  kind,
  study,
  series: '1.2.3.1',
  instance: '1.2.3.4',
  frame: 1,
  points,
  name,
  window: null,
});
const reported: Reported[] = [
  {
    measurement: item(
      'bidirectional',
      [
        [1, 2],
        [30.5, 40],
        [10, 10],
        [20, 5],
      ],
      'Tumor Nebenniere links',
    ),
    image,
    numbers: [
      { concept: concepts.longAxis, value: 34.2, unit: units.millimetre },
      { concept: concepts.shortAxis, value: 26.7, unit: units.millimetre },
    ],
  },
  {
    measurement: item(
      'ellipse',
      [
        [5, 5],
        [25, 15],
      ],
      '',
      '9.9.9',
    ),
    image,
    numbers: [
      { concept: concepts.attenuation, value: 22.25, unit: units.hounsfield, derivation: concepts.mean },
      { concept: concepts.area, value: 410, unit: units.squareMillimetre },
    ],
  },
  {
    measurement: item(
      'arrow',
      [
        [5, 5],
        [25, 15],
      ],
      'Größe?',
    ),
    image,
    numbers: [],
  },
];

const written = (): Uint8Array =>
  structuredReport(reported, '1.2.3', {
    language: 'de',
    at: new Date(2026, 10, 26, 10, 31, 5),
    ids: ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'],
    observer: 'Dr. Elif Sandberg',
  });

test('a structured report is the file that the server reads in its own tests', () => {
  const sample = readFileSync(join(__dirname, '../../../../libs/server/dicom/fixtures/own-measurements.dcm'));
  expect(Buffer.from(written()).equals(sample)).toBe(true);
});

// DCMTK is an independent reader; npm test installs it where it may.
const hasDcmtk = spawnSync('dsrdump', ['--version']).status === 0;
const withDcmtk = hasDcmtk ? test : test.skip;

withDcmtk('a structured report is read by DCMTK, with names, values, units and places', () => {
  const folder = mkdtempSync(join(tmpdir(), 'konsil-sr-'));
  try {
    const file = join(folder, 'report.dcm');
    writeFileSync(file, written());
    // Without options that would let it go over faults.
    const read = execFileSync('dsrdump', ['+Pl', '+U8', file], { encoding: 'utf8' });
    expect(read).toContain('Comprehensive SR Document');
    expect(read).toContain('Müller^Jürgen');
    expect(read).toMatch(/Person Observer Name.*Dr\. Elif Sandberg/);
    // Its images by study, series and instance.
    const dumped = execFileSync('dcmdump', [file], { encoding: 'utf8' });
    expect(dumped).toMatch(
      /EvidenceSequence[^]*\[1\.2\.3\.4\][^]*\[1\.2\.3\.1\].*SeriesInstanceUID[^]*\[1\.2\.3\].*StudyInstanceUID/,
    );
    expect(read).toMatch(/Tracking Identifier.*Tumor Nebenniere links/);
    expect(read).toMatch(/Long Axis.*34\.2.*mm/);
    expect(read).toMatch(/Short Axis.*26\.7.*mm/);
    expect(read).toMatch(/Attenuation Coefficient.*22\.25.*Hounsfield|Attenuation Coefficient.*22\.25/);
    expect(read).toMatch(/SCOORD:=?.*ELLIPSE/);
    expect(read).toMatch(/Comment.*Größe\?/);
    // Nothing in it that dcmtk calls wrong.
    expect(read).not.toMatch(/error|warning|invalid/i);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the numbers of an answer are those of the report, both ways', () => {
  const numbers = reported.flatMap((one) => one.numbers);
  expect(fromAnswer(forAnswer(numbers))).toEqual(numbers);
  expect(forAnswer(numbers)).toEqual([
    { of: 'long_axis', value: 34.2, unit: 'mm' },
    { of: 'short_axis', value: 26.7, unit: 'mm' },
    { of: 'mean', value: 22.25, unit: 'HU' },
    { of: 'area', value: 410, unit: 'mm2' },
  ]);
});

test.each<[number, string]>([
  [34.2, '34.2'],
  [1 / 3, '0.33333333333333'],
  [-123456.78901234567, '-123456.78901235'],
])('%p is written as %s', (value, expected) => {
  expect(decimalString(value)).toBe(expected);
  expect(decimalString(value).length).toBeLessThanOrEqual(16);
});
