import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { frameOf, objectBytes } from './object-bytes.ts';
import { renderPreview, representativeImage } from './preview.ts';
import { DicomProblem } from './read-errors.ts';
import { readDicomBytes } from './read-bytes.ts';
import { readDicomUpload } from './read-upload.ts';
import { fixture } from './testing/fixtures.ts';
import { toPart10 } from './part10.ts';
import { imageElements, writeDicom, writeElements, type ElementSpec } from './testing/write-dicom.ts';
import {
  patchedDirectory,
  withRenamedMember,
  repeatedMember,
  withWrongChecksum,
  writeZip,
} from './testing/write-zip.ts';

const image = writeDicom(imageElements());
const problemOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'none',
    (cause: unknown) => (cause instanceof DicomProblem ? cause.code : `not a named problem: ${String(cause)}`),
  );

describe('An upload', () => {
  test('of one file is read from a path or from bytes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'konsil-dicom-'));
    try {
      const path = join(folder, 'anything.bin');
      await writeFile(path, fixture('CT_small.dcm'));
      const [fromPath, fromBytes] = await Promise.all([
        readDicomUpload(path),
        readDicomUpload(fixture('CT_small.dcm')),
      ]);
      expect(fromPath).toEqual(fromBytes);
      expect(fromPath.instances).toHaveLength(1);
      expect(await readdir(folder)).toEqual(['anything.bin']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  (process.platform === 'linux' ? test : test.skip)('leaves no thread behind once it is read', async () => {
    const threads = async () => (await readdir('/proc/self/task')).length;
    await threads();
    const before = await threads();
    const after: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      await readDicomUpload(image);
      after.push(await threads());
    }
    expect(Math.max(...after)).toBe(before);
  });

  test('of a real series contains all images in their two series, without the DICOMDIR', async () => {
    const archive = fixture('ct-series-7.zip');
    const { instances, skipped } = await readDicomUpload(archive);
    expect(skipped).toEqual([{ name: 'DICOMDIR', reason: 'system_file' }]);
    const series = instances.map(({ seriesUid }) => seriesUid);
    expect([...new Set(series)].map((uid) => series.filter((other) => other === uid).length).sort()).toEqual([2, 5]);
    expect(new Set(instances.map(({ studyUid }) => studyUid)).size).toBe(1);
    for (const instance of instances) expect(frameOf(objectBytes(archive, instance), instance, 0)).toHaveLength(512);
  });

  test('keeps the good members of an archive and names the others', async () => {
    const archive = await writeZip({
      'DICOM/1': image,
      'DICOM/2': fixture('MR_truncated.dcm'),
      'readme\u202etxt.exe': Buffer.from('MZ'),
      '__MACOSX/._1': Buffer.from('x'),
      '.DS_Store': Buffer.from('x'),
    });
    const { instances, skipped } = await readDicomUpload(archive);
    expect(instances.map(({ storedAt }) => storedAt.name)).toEqual(['DICOM/1']);
    expect(skipped).toEqual([
      { name: 'readmetxt.exe', reason: 'program' },
      { name: '__MACOSX/._1', reason: 'system_file' },
      { name: '.DS_Store', reason: 'system_file' },
      {
        name: 'DICOM/2',
        reason: 'truncated',
        damaged: true,
        of: { patientName: 'CompressedSamples^MR1', studyUid: '1.3.6.1.4.1.5962.1.2.4.20040826185059.5457' },
      },
    ]);
  });

  test('with a compression of 570 to 1, as in real studies, is accepted', async () => {
    const large = (index: number) =>
      writeDicom(
        imageElements(
          ['00080018', 'UI', `1.2.3.4.5.${index}`],
          ['00280010', 'US', [1000]],
          ['00280011', 'US', [1000]],
          ['7fe00010', 'OW', Buffer.alloc(2_000_000)],
        ),
      );
    expect(large(1).length / deflateRawSync(large(1)).length).toBeGreaterThan(570);
    const archive = await writeZip(
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.dcm`, large(index)])),
    );
    expect((await readDicomUpload(archive)).instances).toHaveLength(20);
  });
});

describe('Images with one UID', () => {
  const second = (...more: Parameters<typeof imageElements>) => writeDicom(imageElements(...more));
  test('are all kept if their bytes differ, also in two series', async () => {
    const archive = await writeZip({
      a: image,
      b: second(['7fe00010', 'OW', [9, 9, 9, 9]]),
      c: second(['0020000e', 'UI', '1.2.3.9'], ['7fe00010', 'OW', [8, 8, 8, 8]]),
    });
    const { instances, copies } = await readDicomUpload(archive);
    expect([instances.length, copies]).toEqual([3, []]);
  });
  test('count once if their bytes are equal, and the duplicate is named', async () => {
    const { instances, copies } = await readDicomUpload(await writeZip({ a: image, 'backup/a': image }));
    expect([instances.length, copies]).toEqual([1, ['backup/a']]);
  });
});

describe('Letters and reports beside the images', () => {
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n');
  const report = (...more: Parameters<typeof imageElements>) =>
    writeDicom(
      [
        ...imageElements(...more).filter(([tag]) => !tag.startsWith('0028') && tag !== '7fe00010'),
        ['00080018', 'UI', '1.2.3.4.77'] as const,
      ].map(([...element]) => element as ReturnType<typeof imageElements>[number]),
    );
  test('are listed with their index in the archive', async () => {
    const { skipped } = await readDicomUpload(
      await writeZip({
        a: image,
        'Befund.pdf': pdf,
        'Brief.rtf': Buffer.from('{\\rtf1 x}'),
        'liesmich.txt': Buffer.from('Guten Tag'),
      }),
    );
    expect(skipped).toEqual([
      { name: 'Befund.pdf', reason: 'pdf', member: 1 },
      { name: 'Brief.rtf', reason: 'rtf' },
      { name: 'liesmich.txt', reason: 'text' },
    ]);
  });
  test('in DICOM format are read: a PDF by its position, a structured report as lines', async () => {
    const code = (meaning: string): ElementSpec[][] => [
      [
        ['00080100', 'SH', 'x'],
        ['00080104', 'LO', meaning],
      ],
    ];
    const text: ElementSpec[] = [
      ['0040a040', 'CS', 'TEXT'],
      ['0040a043', 'SQ', code('Befund')],
      ['0040a160', 'UT', 'Kein Nachweis einer Fraktur.'],
    ];
    const size: ElementSpec[] = [
      ['0040a040', 'CS', 'NUM'],
      ['0040a043', 'SQ', code('Länge')],
      [
        '0040a300',
        'SQ',
        [
          [
            ['0040a30a', 'DS', '12.5'],
            ['004008ea', 'SQ', code('mm')],
          ],
        ],
      ],
    ];
    const section: ElementSpec[] = [
      ['0040a040', 'CS', 'CONTAINER'],
      ['0040a043', 'SQ', code('Messungen')],
      ['0040a730', 'SQ', [size]],
    ];
    const sr = report(
      ['0040a040', 'CS', 'CONTAINER'],
      ['0040a043', 'SQ', code('Röntgenbefund')],
      ['0040a491', 'CS', 'PARTIAL'],
      ['0040a493', 'CS', 'UNVERIFIED'],
      ['0040a730', 'SQ', [text, section]],
    );
    const encapsulated = report(
      ['00100010', 'PN', 'Adler^Miriam'],
      ['00420010', 'ST', 'Befundbericht'],
      ['00420011', 'OB', pdf],
      ['00420012', 'LO', 'application/pdf'],
    );
    const { instances, reports } = await readDicomUpload(await writeZip({ a: image, sr, encapsulated }));
    expect([instances.length, reports.map(({ title }) => title)]).toEqual([1, ['Röntgenbefund', 'Befundbericht']]);
    expect(reports[0]?.content).toEqual({
      kind: 'text',
      cut: false,
      complete: false,
      verified: false,
      lines: [
        { level: 0, name: 'Befund', text: 'Kein Nachweis einer Fraktur.' },
        { level: 0, name: 'Messungen', text: '' },
        {
          level: 1,
          name: 'Länge',
          text: '12.5 mm',
          measured: { value: '12.5', unit: 'mm', site: '', tracking: '' },
        },
      ],
    });
    const [, second] = reports;
    if (second?.content.kind !== 'pdf') throw new Error('no PDF');
    const [at, length] = second.content.range;
    expect(encapsulated.subarray(at, at + length)).toEqual(pdf);
    expect(second.patientName).toBe('Adler^Miriam');
  });
  test('do not become documents if they have no text', async () => {
    const keys = report(['0040a040', 'CS', 'CONTAINER'], ['0040a730', 'SQ', [[['0040a040', 'CS', 'IMAGE']]]]);
    expect((await readDicomUpload(await writeZip({ a: image, keys }))).skipped).toEqual([
      { name: 'keys', reason: 'no_image' },
    ]);
    expect(await problemOf(readDicomUpload(keys))).toBe('no_image');
  });
});

describe('A file without preamble', () => {
  const dataSet = (implicit: boolean) =>
    writeElements(
      imageElements(['00280002', 'US', [1]], ['7fe00010', 'OW', Buffer.from([1, 0, 2, 0, 3, 0, 4, 0])]).map(
        (element) => (element[0] === '00080016' ? ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.2'] : element),
      ),
      { implicit, big: false },
    );
  const part10 = fixture('CT_small.dcm');
  test.each<[string, Buffer]>([
    ['that begins with the mark', part10.subarray(128)],
    ['that begins with the meta header', part10.subarray(132)],
    ['of implicit little endian without any header', dataSet(true)],
    ['of explicit little endian without any header', dataSet(false)],
  ])('%s is read, alone and in a ZIP, and served in PS3.10 format', async (_what, bytes) => {
    const alone = await readDicomUpload(bytes);
    const packed = await readDicomUpload(await writeZip({ IM1: bytes }));
    expect([alone.instances.length, packed.instances.length]).toEqual([1, 1]);
    const [instance] = alone.instances;
    if (!instance) throw new Error('no image');
    const whole = toPart10(bytes, instance);
    expect(whole.toString('latin1', 128, 132)).toBe('DICM');
    const again = (await readDicomUpload(whole)).instances[0];
    if (!again) throw new Error('no image');
    expect(Buffer.from(frameOf(objectBytes(whole, again), again, 0))).toEqual(
      Buffer.from(frameOf(objectBytes(bytes, instance), instance, 0)),
    );
  });
  test.each(['Guten Tag', '\b\0\x05\0 no class', '\x02\0\x02\0xx'])('is not detected in %j', async (text) => {
    expect(await problemOf(readDicomUpload(Buffer.from(text, 'latin1')))).toBe('not_dicom');
  });
});

describe('A hostile archive', () => {
  const withUncompressedSize = (archive: Buffer, size: number): Buffer =>
    patchedDirectory(archive, (entry) => entry.writeUInt32LE(size, 24));

  test.each<[string, () => Promise<Buffer>, string]>([
    ['without any image', () => writeZip({ 'a.txt': Buffer.from('hello') }), 'no_image'],
    ['that is empty', () => writeZip({}), 'no_image'],
    ['of a gigabyte of zeros', () => writeZip({ zeros: Buffer.alloc(70 * 1024 * 1024) }), 'zip_bomb'],
    [
      'whose members are small one by one',
      async () =>
        withUncompressedSize(await writeZip({ a: image, b: image, c: image, d: image, e: image }), 60 * 1024 * 1024),
      'zip_bomb',
    ],
    ['of 2,001 members', async () => repeatedMember(await writeZip({ a: image }), 2_001), 'zip_bomb'],
    ['of 65,000 members', async () => repeatedMember(await writeZip({ a: image }), 65_000), 'zip_bomb'],
    [
      'that lies about a size',
      async () => withUncompressedSize(await writeZip({ a: Buffer.alloc(1_000_000) }), 500),
      'zip_bomb',
    ],
    [
      'whose members share bytes',
      async () => patchedDirectory(await writeZip({ a: image, b: image }), (entry) => entry.writeUInt32LE(0, 42)),
      'zip_bomb',
    ],
    [
      'that climbs out',
      async () => withRenamedMember(await writeZip({ 'aa/aa/passwd': image }), 'aa/aa/passwd', '../../passwd'),
      'bad_path',
    ],
    [
      'that climbs out by backslashes',
      async () => withRenamedMember(await writeZip({ 'aa/aa/passwd': image }), 'aa/aa/passwd', '..\\..\\passwd'),
      'bad_path',
    ],
    [
      'with a drive',
      async () => withRenamedMember(await writeZip({ 'aa/win.ini': image }), 'aa/win.ini', 'C:/win.ini'),
      'bad_path',
    ],
    [
      'with a NUL in a name',
      async () => withRenamedMember(await writeZip({ 'a.dcm_.txt': image }), 'a.dcm_.txt', 'a.dcm\0.txt'),
      'bad_path',
    ],
    ['of a symbolic link', () => writeZip({ link: { bytes: Buffer.from('/etc/passwd'), mode: 0o120777 } }), 'bad_path'],
    ['of an archive inside', async () => writeZip({ 'b.dcm': await writeZip({ c: image }) }), 'nested_zip'],
    [
      'that is encrypted',
      async () =>
        patchedDirectory(await writeZip({ 'a.dcm': image }), (entry) =>
          entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8),
        ),
      'encrypted',
    ],
    [
      'that is strongly encrypted',
      async () =>
        patchedDirectory(await writeZip({ 'a.dcm': image }), (entry) =>
          entry.writeUInt16LE(entry.readUInt16LE(8) | 0x41, 8),
        ),
      'encrypted',
    ],
    ['that is cut short', async () => (await writeZip({ 'a.dcm': image })).subarray(0, -30), 'truncated'],
    [
      'whose bytes were damaged',
      async () => {
        const archive = await writeZip({ 'a.dcm': image });
        return archive.fill(0, 50, 150);
      },
      'truncated',
    ],
    [
      'whose only image has another checksum',
      async () => withWrongChecksum(await writeZip({ 'a.dcm': image }), 'a.dcm'),
      'bad_checksum',
    ],
    [
      'that is a Word document',
      () => writeZip({ '[Content_Types].xml': Buffer.from('<Types/>'), 'word/document.xml': Buffer.from('<w/>') }),
      'word',
    ],
  ])('%s is refused within two seconds of CPU time', async (_name, make, code) => {
    const archive = await make();
    const before = process.cpuUsage();
    expect(await problemOf(readDicomUpload(archive))).toBe(code);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(2_000);
  });

  test('keeps its images if other members are refused, and names those', async () => {
    const big = Buffer.alloc(70 * 1024 * 1024);
    const archive = await writeZip({
      'DICOM/1': image,
      'weasis/launcher.jar': await writeZip({ 'META-INF/MANIFEST.MF': Buffer.from('x') }),
      'help/docs.zip': await writeZip({ a: image }),
      'viewer/setup.bin': big,
      link: { bytes: Buffer.from('/etc/passwd'), mode: 0o120777 },
      'help/help.chm': Buffer.from('ITSF\0'),
      'Befund.docx': await writeZip({ '[Content_Types].xml': Buffer.from('x') }),
      'film.avi': Buffer.from('RIFF0000AVI LIST'),
    });
    const locked = patchedDirectory(archive, (entry) => {
      if (entry.includes('help.chm'))
        entry.writeUInt16LE(entry.readUInt16LE(8) | (entry.toString('latin1', 46, 54) === 'help/hel' ? 1 : 0), 8);
    });
    const { instances, skipped, unsafe } = await readDicomUpload(locked);
    expect(instances.map(({ storedAt }) => storedAt.name)).toEqual(['DICOM/1']);
    expect(Object.fromEntries(skipped.map(({ name, reason }) => [name, reason]))).toEqual({
      'weasis/launcher.jar': 'nested_zip',
      'help/docs.zip': 'nested_zip',
      'viewer/setup.bin': 'too_large',
      link: 'bad_path',
      'help/help.chm': 'encrypted',
      'Befund.docx': 'word',
      'film.avi': 'video',
    });
    expect(unsafe).toBe(true);
  });

  test('with a leading slash in names is read, but not passed on unchanged', async () => {
    const archive = withRenamedMember(await writeZip({ 'aDICOM/1': image }), 'aDICOM/1', '/DICOM/1');
    const { instances, unsafe } = await readDicomUpload(archive);
    expect([instances.map(({ storedAt }) => storedAt.name), unsafe]).toEqual([['DICOM/1'], true]);
  });

  test('with a wrong checksum names that image as damaged and keeps the other', async () => {
    const other = writeDicom(imageElements(['00080018', 'UI', '1.2.3.4.6']));
    const { instances, skipped } = await readDicomUpload(
      withWrongChecksum(await writeZip({ a: image, b: other }), 'b'),
    );
    expect([instances.length, skipped]).toEqual([
      1,
      [{ name: 'b', reason: 'bad_checksum', damaged: true, of: { patientName: '', studyUid: '1.2.3' } }],
    ]);
  });

  test('with random damage is read or refused with a known code', async () => {
    const archive = fixture('ct-series-7.zip');
    let state = 7;
    const random = (below: number): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    for (let round = 0; round < 200; round += 1) {
      const damaged = Buffer.from(archive);
      for (let change = 0; change < 4; change += 1) damaged[random(damaged.length)] = random(256);
      expect(await problemOf(readDicomBytes(damaged))).not.toContain('not a named');
    }
  });
});

describe('The worker', () => {
  test('refuses non-DICOM, and continues with the next upload', async () => {
    const codes = await Promise.all(
      [Buffer.from('text'), image, Buffer.alloc(0), fixture('MR_truncated.dcm')].map((bytes) =>
        problemOf(readDicomUpload(bytes)),
      ),
    );
    expect(codes).toEqual(['not_dicom', 'none', 'not_dicom', 'truncated']);
  });

  test('times out on a file that keeps it busy', async () => {
    // Ten thousand nested sequences overflow a recursive parser.
    const open = Buffer.concat([
      Buffer.from([0x40, 0x00, 0x55, 0xa7]),
      Buffer.from('SQ\0\0'),
      Buffer.from([0xff, 0xff, 0xff, 0xff, 0xfe, 0xff, 0x00, 0xe0, 0xff, 0xff, 0xff, 0xff]),
    ]);
    const nested = writeDicom(
      imageElements().filter(([tag]) => tag < '0028'),
      { after: Buffer.concat(Array.from({ length: 100_000 }, () => open)) },
    );
    expect(['unreadable', 'truncated']).toContain(await problemOf(readDicomUpload(nested)));
  });
});

describe('A preview', () => {
  const drawn = async (bytes: Buffer) => {
    const { instances } = await readDicomUpload(bytes);
    const instance = representativeImage(instances);
    const webp = instance && (await renderPreview(bytes, instance));
    return webp ? sharp(webp).removeAlpha().raw().toBuffer({ resolveWithObject: true }) : null;
  };

  test.each([
    'CT_small.dcm',
    'MR_small_implicit.dcm',
    'MR_small_jp2klossless.dcm',
    'SC_rgb_rle_2frame.dcm',
    'ct-series-7.zip',
  ])('of %s shows a picture with dark and light areas', async (name) => {
    const picture = await drawn(fixture(name));
    expect(picture?.info.width).toBeGreaterThan(8);
    expect(Math.max(...(picture?.data ?? [])) - Math.min(...(picture?.data ?? []))).toBeGreaterThan(100);
  });

  test('of the same image in two encodings is equal', async () => {
    expect(await drawn(fixture('MR_small_implicit.dcm'))).toEqual(await drawn(fixture('MR_small_jp2klossless.dcm')));
  });

  test('is at most 512 pixels a side', async () => {
    const gradient = Buffer.alloc(1_200 * 700 * 2);
    for (let pixel = 0; pixel < 1_200 * 700; pixel += 1) gradient.writeUInt16LE(pixel % 1_200, pixel * 2);
    const picture = await drawn(
      writeDicom(imageElements(['00280010', 'US', [700]], ['00280011', 'US', [1200]], ['7fe00010', 'OW', gradient])),
    );
    expect(picture?.info.width).toBe(512);
    expect(picture?.info.height).toBeLessThan(512);
  });

  test('with a window width of zero falls back to the range of the image', async () => {
    const picture = await drawn(writeDicom(imageElements(['00281050', 'DS', '2'], ['00281051', 'DS', '0'])));
    expect(Math.max(...(picture?.data ?? []))).toBeGreaterThan(200);
  });

  test('of MONOCHROME1 shows low values light', async () => {
    const picture = await drawn(writeDicom(imageElements(['00280004', 'CS', 'MONOCHROME1'])));
    expect(picture?.data[0]).toBeGreaterThan(200);
  });

  test("uses the file's palette", async () => {
    const red = [0, 0xffff, 0, 0].flatMap((value) => [value & 0xff, value >> 8]);
    const none = Array.from({ length: 8 }, () => 0);
    const picture = await drawn(
      writeDicom(
        imageElements(
          ['00280004', 'CS', 'PALETTE COLOR'],
          ['00280100', 'US', [8]],
          ['00280101', 'US', [8]],
          ['7fe00010', 'OB', Buffer.from([1, 1, 1, 1])],
          ['00281101', 'US', [4, 0, 16]],
          ['00281102', 'US', [4, 0, 16]],
          ['00281103', 'US', [4, 0, 16]],
          ['00281201', 'OW', Buffer.from(red)],
          ['00281202', 'OW', Buffer.from(none)],
          ['00281203', 'OW', Buffer.from(none)],
        ),
      ),
    );
    const [r = 0, g = 0, b = 0] = picture?.data ?? [];
    expect(r).toBeGreaterThan(200);
    expect(Math.max(g, b)).toBeLessThan(60);
  });

  test('is omitted if the frame differs from what the file declares', async () => {
    const {
      instances: [instance],
    } = await readDicomUpload(fixture('MR_small_jp2klossless.dcm'));
    if (!instance) throw new Error('the fixture has an image');
    expect(await renderPreview(fixture('MR_small_jp2klossless.dcm'), { ...instance, rows: 4_000 })).toBeNull();
    expect(
      await renderPreview(fixture('MR_small_jp2klossless.dcm'), { ...instance, transferSyntax: '1.2.3.4' }),
    ).toBeNull();
  });
});
