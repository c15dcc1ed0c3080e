import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import dicomParser from 'dicom-parser';
import { readDicomBytes } from '../read-bytes.ts';
import { StoredObjects } from '../stored-object.ts';
import { fixture } from '../testing/fixtures.ts';
import { readDicomdir, type FoundRecord } from '../testing/read-dicomdir.ts';
import { imageElements, writeDicom, type ElementSpec } from '../testing/write-dicom.ts';
import { transferSyntaxes } from '../transfer-syntaxes.ts';
import { asDirectoryImage, fileSetOf, type FileSet } from './file-set.ts';

interface Made extends FileSet {
  bytesOf: (path: string) => Promise<Buffer>;
}
const made = async (uploads: Record<string, Buffer>): Promise<Made> => {
  const images = [];
  for (const [documentId, file] of Object.entries(uploads)) {
    const { instances } = await readDicomBytes(file);
    images.push(...instances.map((instance) => asDirectoryImage({ ...instance, documentId })));
  }
  const objects = new StoredObjects({
    readFile: async function* (documentId: string, start: number, end: number) {
      yield (uploads[documentId] ?? Buffer.alloc(0)).subarray(start, end);
    },
  });
  const set = fileSetOf(images);
  const bytesOf = async (path: string) => {
    const found = set.files.find((file) => file.path === path);
    if (!found) throw new Error(`There is no ${path}.`);
    return objects.fileSetMember(found.image);
  };
  return { ...set, bytesOf };
};

const all = (records: readonly FoundRecord[]): FoundRecord[] =>
  records.flatMap((record) => [record, ...all(record.below)]);
const ofType = (records: readonly FoundRecord[], type: string) => all(records).filter((one) => one.type === type);

const image = (instance: string, ...more: ElementSpec[]): ElementSpec[] =>
  imageElements(
    ['00080018', 'UI', instance],
    ['00080060', 'CS', 'CT'],
    ['00100010', 'PN', 'Muster^Max'],
    ['00100020', 'LO', 'P-1'],
    ...more,
  );
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** One upload of each kind that once caused wrong directories. */
const uploads = async (): Promise<Record<string, Buffer>> => {
  const whole = writeDicom(image('1.2.3.4.50'));
  return {
    series: await fixture('ct-series-7.zip'),
    single: await fixture('CT_small.dcm'),
    implicit: await fixture('MR_small_implicit.dcm'),
    compressed: await fixture('MR_small_jp2klossless.dcm'),
    several: await fixture('SC_rgb_rle_2frame.dcm'),
    bigEndian: writeDicom(image('1.2.3.4.51'), { syntax: transferSyntaxes.explicitBigEndian }),
    deflated: writeDicom(image('1.2.3.4.52'), { syntax: transferSyntaxes.deflated }),
    withoutPreamble: whole.subarray(132),
    latin: writeDicom(
      image('1.2.3.4.53', ['00080005', 'CS', 'ISO_IR 100'], ['00100010', 'PN', latin('M\u00fcller^J\u00f6rg ')]),
    ),
    unicode: writeDicom(
      image(
        '1.2.3.4.54',
        ['00080005', 'CS', 'ISO_IR 192'],
        ['00100010', 'PN', 'Yamada^Tarou=山田^太郎=やまだ^たろう'],
        ['00100020', 'LO', 'P-2'],
        ['0020000d', 'UI', '1.2.9'],
        ['0020000e', 'UI', '1.2.9.1'],
        ['00081030', 'LO', 'Schädel '.repeat(20)],
        ['00080060', 'CS', 'ct?'],
      ),
    ),
    bare: writeDicom(imageElements(['00080018', 'UI', '1.2.3.4.55'], ['0020000d', 'UI', '1.2.8'])),
    again: whole,
    other: writeDicom(image('1.2.3.4.50', ['00280100', 'US', [16]], ['00204000', 'LT', 'another image'])),
    dose: writeDicom(image('1.2.3.4.56', ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.481.2'])),
  };
};

test('the DICOMDIR references each image once, with a matching record', async () => {
  const { files, directory, bytesOf } = await made(await uploads());
  const records = readDicomdir(directory);
  for (const [level, type] of ['PATIENT', 'STUDY', 'SERIES', 'IMAGE'].entries()) {
    const at = (list: readonly FoundRecord[], deep: number): FoundRecord[] =>
      deep === 0 ? [...list] : list.flatMap(({ below }) => at(below, deep - 1));
    expect(new Set(at(records, level).map((one) => one.type))).toEqual(new Set([type]));
  }
  const images = ofType(records, 'IMAGE');
  expect(images.map(({ values }) => values['00041500']?.replaceAll('\\', '/')).sort()).toEqual(
    files.map(({ path }) => path).sort(),
  );
  for (const patient of records)
    for (const study of patient.below)
      for (const series of study.below)
        for (const { values } of series.below) {
          const path = (values['00041500'] ?? '').split('\\');
          expect(path.length).toBeLessThanOrEqual(8);
          for (const part of path) expect(part).toMatch(/^[A-Z0-9_]{1,8}$/);
          const bytes = await bytesOf(path.join('/'));
          expect([bytes.subarray(0, 128).some((byte) => byte !== 0), bytes.toString('latin1', 128, 132)]).toEqual([
            false,
            'DICM',
          ]);
          const meta = dicomParser.readPart10Header(bytes);
          expect([meta.string('x00020002'), meta.string('x00020003'), meta.string('x00020010')]).toEqual([
            values['00041510'],
            values['00041511'],
            values['00041512'],
          ]);
          const { instances } = await readDicomBytes(bytes);
          expect(instances.map((one) => [one.studyUid, one.seriesUid, one.instanceUid])).toEqual([
            [study.values['0020000d'], series.values['0020000e'], values['00041511']],
          ]);
        }
});

test('copies have the same data sets as the originals', async () => {
  const given = await uploads();
  const { files, bytesOf } = await made(given);
  const single = files.find(({ image: { documentId } }) => documentId === 'single');
  const copy = await bytesOf(single?.path ?? '');
  const original = given['single'] ?? Buffer.alloc(0);
  const dataSetIn = (bytes: Buffer) => bytes.subarray(dicomParser.readPart10Header(bytes).position);
  expect(dataSetIn(copy).equals(dataSetIn(original))).toBe(true);
});

test('a duplicate is included once, and a different image with the same UID is skipped', async () => {
  const { files, leftOut } = await made(await uploads());
  const of = files.filter(({ image: { instanceUid } }) => instanceUid === '1.2.3.4.50');
  expect(of.map(({ image: { documentId } }) => documentId)).toEqual(['withoutPreamble']);
  // The same image compressed, with a preamble, and with other content; and a dose, which has records of its own.
  expect(leftOut.map(({ documentId }) => documentId)).toEqual(['compressed', 'again', 'other', 'dose']);
  const { files: twice, leftOut: none } = await made({
    one: await fixture('CT_small.dcm'),
    two: await fixture('CT_small.dcm'),
  });
  expect([twice.length, none]).toEqual([1, []]);
});

test('names keep their characters in every character set', async () => {
  const records = readDicomdir((await made(await uploads())).directory);
  const names = records.map(({ values }) => [values['00100010'], values['00100020'], values['00080005']]);
  expect(names).toContainEqual(['Müller^Jörg', 'P-1', 'ISO_IR 192']);
  expect(names).toContainEqual(['Yamada^Tarou=山田^太郎=やまだ^たろう', 'P-2', 'ISO_IR 192']);
  expect(names).toContainEqual(['Muster^Max', 'P-1', undefined]);
  const study = ofType(records, 'STUDY').find(({ values }) => values['0020000d'] === '1.2.9');
  expect([...(study?.values['00081030'] ?? '')].length).toBeLessThanOrEqual(64);
  expect(study?.below.map(({ values }) => values['00080060'])).toEqual(['OT']);
});

test('an attribute that a directory requires and the file lacks gets a placeholder', async () => {
  const records = readDicomdir((await made(await uploads())).directory);
  const bare = records.find(({ below }) => below.some(({ values }) => values['0020000d'] === '1.2.8'));
  expect(bare?.values['00100020']).toMatch(/^NONE-\d+$/);
  const study = bare?.below.find(({ values }) => values['0020000d'] === '1.2.8');
  expect(study?.values).toMatchObject({ '00080020': '19000101', '00080030': '000000', '00200010': 'NONE' });
  expect(study?.below[0]?.values['00200011']).toBe('1');
  expect(study?.below[0]?.below[0]?.values['00200013']).toBe('1');
});

test('an empty file-set has an empty directory', async () => {
  expect(readDicomdir((await made({})).directory)).toEqual([]);
});

// DCMTK is an independent reader; Debian has it as a package.
const hasDcmtk = spawnSync('dcmdump', ['--version']).status === 0;
const withDcmtk = hasDcmtk ? test : test.skip;
const inFolder = async ({ files, directory, bytesOf }: Made, look: (folder: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'konsil-file-set-'));
  try {
    await writeFile(join(folder, 'DICOMDIR'), directory);
    for (const { path } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), await bytesOf(path));
    }
    await look(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
withDcmtk('DCMTK reads the directory and each file without a warning', async () => {
  const set = await made(await uploads());
  await inFolder(set, async (folder) => {
    const dumped = spawnSync('dcmdump', ['-q', join(folder, 'DICOMDIR')], { encoding: 'utf8' });
    expect([dumped.status, dumped.stderr]).toEqual([0, '']);
    expect(dumped.stdout.match(/DirectoryRecordType/g)).toHaveLength(all(readDicomdir(set.directory)).length);
    for (const { path } of set.files) {
      const one = spawnSync('dcmdump', ['-q', '+P', '0002,0003', join(folder, path)], { encoding: 'utf8' });
      expect([path, one.status, one.stderr]).toEqual([path, 0, '']);
    }
  });
});
withDcmtk('DCMTK finds in each file of a directory what its records tell', async () => {
  const set = await made({ series: await fixture('ct-series-7.zip'), single: await fixture('CT_small.dcm') });
  await inFolder(set, async (folder) => {
    // Reads the directory into its own model, compares each file with its record, and writes it again.
    const directory = join(folder, 'DICOMDIR');
    const update = ['-u', '+id', folder, '+D', directory, '-Nxc', '+r', '-v', 'DICOM'];
    const updated = spawnSync('dcmmkdir', update, { encoding: 'utf8', cwd: folder });
    expect([updated.status, updated.stderr.match(/^[EFW]:.*$/gm)]).toEqual([0, null]);
    const told = (bytes: Buffer) =>
      all(readDicomdir(bytes)).map(({ type, values }) => [
        type,
        values['0020000d'],
        values['0020000e'],
        values['00041511'],
      ]);
    expect(told(await readFile(directory)).sort()).toEqual(told(set.directory).sort());
  });
});
