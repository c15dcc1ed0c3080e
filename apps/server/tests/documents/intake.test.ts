import type { Document, UploadedItem } from '@konsil/contracts/documents';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { imageElements, writeDicom, type ElementSpec } from '@konsil/server-dicom/testing/write-dicom';
import { withWrongChecksum, writeZip } from '@konsil/server-dicom/testing/write-zip';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs } from '../support/people.ts';
import { aCase, sendCase, type TestCase } from '../support/a-case.ts';
import { aLetter } from '@konsil/server-documents/testing/samples';
import { storedKeysAfterPreviews } from '../support/stored-keys.ts';
import { upload } from '../support/upload.ts';
import { anImage, otto, patient, uploads } from '../support/intake.ts';

let house: TestApp;
let theCase: Promise<TestCase>;
beforeAll(async () => {
  house = await testApp();
  theCase = aCase(house);
});

const { send, sent, listed, reader } = uploads(() => house);

describe('Two people on one disc', () => {
  const disc = () => [anImage(), anImage(), anImage(...otto)] as const;

  test('become two named documents, in one or two studies, from a ZIP or a folder', async () => {
    const [a, b, stranger] = disc();
    const zipped = await aCase(house);
    const items = await sent(zipped, 'cd.zip', await writeZip({ a, b, stranger }));
    const seen = (documents: Document[]) =>
      documents
        .map(({ dicom, stranger: other }) => [dicom?.images, dicom?.patient_name, dicom?.mismatch, other])
        .sort();
    expect(seen(items.map(({ document }) => document))).toEqual([
      [
        1,
        'Otto Brandt',
        true,
        {
          named: { name: 'Otto Brandt', birth_date: '1944-01-01' },
          patient: { name: 'Petra Möller', birth_date: '1968-04-21' },
        },
      ],
      [2, 'Petra Möller', false, undefined],
    ]);
    expect((await listed(zipped)).total).toBe(2);
    // A browser packs a folder by examination, with both people's images of one examination together.
    const folder = await aCase(house, zipped);
    const other = disc().map((image) => image);
    await sent(
      folder,
      'CT 1.zip',
      await writeZip({ a: other[0] as Buffer, b: other[1] as Buffer, c: other[2] as Buffer }),
    );
    expect(seen((await listed(folder)).items)).toEqual(seen(items.map(({ document }) => document)));
  });

  test('stay separate when uploaded one by one in one study, and join their own images', async () => {
    const own = await aCase(house);
    for (const [name, image] of [
      ['1.dcm', anImage()],
      ['2.dcm', anImage(...otto)],
      ['3.dcm', anImage(['00100010', 'PN', 'MOELLER^PETRA'])],
    ] as const)
      await sent(own, name, image);
    const { items, total } = await listed(own);
    expect(total).toBe(2);
    expect(items.map(({ dicom }) => dicom?.person ?? 0).sort()).toEqual([0, 0, 1]);
  });

  test("do not appear in each other's file or viewer", async () => {
    const own = await aCase(house);
    const items = await sent(
      own,
      'cd.zip',
      await writeZip(Object.fromEntries(disc().map((image, index) => [`IM${index}`, image]))),
    );
    for (const { documentId, document } of items) {
      const cookie = await reader(own, documentId);
      const metadata = await house.app.inject({
        url: `/dicom-web/studies/${document.dicom?.study_uid}/metadata`,
        headers: { cookie },
      });
      expect(
        metadata
          .json<{ '00100010': { Value: [{ Alphabetic: string }] } }[]>()
          .map((image) => image['00100010'].Value[0].Alphabetic),
      ).toEqual(document.dicom?.mismatch ? ['Brandt^Otto'] : ['Möller^Petra', 'Möller^Petra']);
      const { Filelocation } = (
        await requestsAs(house.app, own.patient).get(`/api/individualdocument/get/${documentId}`)
      ).json<{ Filelocation: string }>();
      const file = await house.app.inject({ url: new URL(Filelocation).pathname });
      expect(file.rawPayload.includes(document.dicom?.mismatch ? 'Petra' : 'Otto')).toBe(false);
    }
  });

  test('do not leave an unreferenced file', async () => {
    const own = await aCase(house);
    const before = (await storedKeysAfterPreviews(house)).length;
    await sent(own, 'cd.zip', await writeZip(Object.fromEntries(disc().map((image, index) => [`IM${index}`, image]))));
    // Two files, and their previews.
    expect((await storedKeysAfterPreviews(house)).length - before).toBe(4);
  });
});

test('different images with one UID are all kept, byte-equal ones count as duplicates', async () => {
  const own = await aCase(house);
  const twin = (value: number, series = '1.2.3.4') =>
    writeDicom(
      imageElements(
        ['00080018', 'UI', '1.2.9'],
        ['0020000e', 'UI', series],
        ['7fe00010', 'OW', [value, 1, 1, 1]],
        ...patient,
      ),
    );
  const [item] = await sent(
    own,
    'uids.zip',
    await writeZip({ a: twin(1), b: twin(2), c: twin(3, '1.2.3.5'), copy: twin(1) }),
  );
  expect(item?.document).toMatchObject({ dicom: { images: 3, series: 2 }, intake: { copies: 1 } });
});

describe('two examinations of one person', () => {
  test('are two documents, from a zip as from a folder', async () => {
    const [a, b, other] = [
      anImage(['00080020', 'DA', '20260302']),
      anImage(['00080020', 'DA', '20260302']),
      anImage(['0020000d', 'UI', '1.2.9'], ['00080020', 'DA', '20260303'], ['00080060', 'CS', 'MR']),
    ];
    const seen = async (own: TestCase) =>
      (await listed(own)).items
        .map(({ dicom }) => [dicom?.study_uid, dicom?.images, dicom?.study_date, dicom?.other_studies ?? []])
        .sort();
    const zipped = await aCase(house);
    const items = await sent(zipped, 'cd.zip', await writeZip({ a, b, other }));
    expect(items.map(({ document }) => document.file_name)).toEqual([
      'cd – CT 2026-03-02.zip',
      'cd – MR 2026-03-03.dcm',
    ]);
    // A browser packs the images of a folder by examination.
    const folder = await aCase(house, zipped);
    await sent(folder, 'CT 2026-03-02.zip', await writeZip({ a, b }));
    await sent(folder, 'MR.dcm', other);
    expect(await seen(zipped)).toEqual(await seen(folder));
  });
});

describe('an archive of letters alone', () => {
  test('becomes one document per letter; other files are listed', async () => {
    const own = await aCase(house);
    const [a, b] = [await aLetter(['Arztbrief vom 02.03.2026']), await aLetter(['Labor'])];
    const letters = await writeZip({
      'Briefe/Arztbrief.pdf': a,
      'Labor.pdf': b,
      'Notiz.txt': Buffer.from('Guten Tag'),
    });
    const items = await sent(own, 'briefe.zip', letters);
    expect(items.map(({ document }) => [document.file_name, document.content_type, document.size])).toEqual([
      ['Arztbrief.pdf', 'application/pdf', a.length],
      ['Labor.pdf', 'application/pdf', b.length],
    ]);
    expect(items[0]?.document.intake).toMatchObject({ left_out: [{ name: 'Notiz.txt', reason: 'text' }] });
    expect((await send(own, 'again.zip', letters)).statusCode).toBe(409);
  });

  test('skips and lists a damaged letter; is refused where images are expected', async () => {
    const own = await aCase(house);
    const [sound, spoilt] = [await aLetter(['a']), await aLetter(['b'])];
    const damaged = withWrongChecksum(await writeZip({ 'a.pdf': sound, 'b.pdf': spoilt }), 'b.pdf');
    const items = await sent(own, 'briefe.zip', damaged);
    expect(items.map(({ document }) => document.file_name)).toEqual(['a.pdf']);
    expect(items[0]?.document.intake?.damaged).toEqual([{ name: 'b.pdf', reason: 'bad_checksum' }]);
    const images = await send(
      own,
      'cd.zip',
      await writeZip({ 'Befund.pdf': await aLetter(['c']), IM1: anImage().subarray(0, -4) }),
    );
    expect([images.statusCode, images.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
      422,
      'truncated',
    ]);
  });
});

describe('A study that is uploaded again', () => {
  test('in another packaging is refused, with the existing document', async () => {
    const own = await aCase(house);
    const [a, b] = [anImage(), anImage()];
    const [first] = await sent(own, 'cd.zip', await writeZip({ a, b }));
    const again = await send(own, 'anders.zip', await writeZip({ 'x/b': b, 'x/a': a }));
    expect([again.statusCode, again.json<{ current: unknown }>().current]).toEqual([
      409,
      { documentId: first?.documentId, archived_at: null },
    ]);
    expect((await send(own, 'a.dcm', a)).statusCode).toBe(409);
  });
  test('with one more image is accepted, with the number of known ones', async () => {
    const own = await aCase(house);
    const a = anImage();
    await sent(own, 'a.dcm', a);
    const [item] = await sent(own, 'cd.zip', await writeZip({ a, b: anImage() }));
    expect(item?.document.intake).toMatchObject({ known: 1 });
  });
  test('by the other side reveals nothing unsent', async () => {
    const own = await aCase(house);
    await sent(own, 'a.dcm', anImage());
    await sendCase(house, own);
    const secret = anImage();
    await sent(own, 'b.dcm', secret);
    const answer = await upload(house.app, own.doctor, own.id, [
      { name: 'zip.zip', bytes: await writeZip({ secret }) },
    ]);
    expect(answer.statusCode).toBe(201);
    expect(answer.json<UploadedItem[]>()[0]?.document.intake).toBeUndefined();
  });
});

describe('Other files beside the images', () => {
  test('are listed as skipped for both sides, and damaged slices as missing', async () => {
    const own = await aCase(house);
    const archive = withWrongChecksum(
      await writeZip({
        DICOMDIR: Buffer.from('x'),
        'IM/1': anImage(),
        'IM/2': anImage(),
        'IM/3': anImage().subarray(0, -4),
        'weasis/launcher.jar': await writeZip({ a: Buffer.from('x') }),
        'Befund.pdf': await aLetter(['x']),
      }),
      'IM/2',
    );
    const [item, ...others] = await sent(own, 'cd.zip', archive);
    expect(others).toEqual([]);
    const intake = {
      damaged: [
        { name: 'IM/2', reason: 'bad_checksum' },
        { name: 'IM/3', reason: 'truncated' },
      ],
      damaged_count: 2,
      left_out: [{ name: 'weasis/launcher.jar', reason: 'nested_zip' }],
      left_out_count: 1,
      letters: [{ name: 'Befund.pdf', member: 5 }],
      copies: 0,
      known: 0,
    };
    expect(item?.document).toMatchObject({ dicom: { images: 1 }, intake });
    await sendCase(house, own);
    expect(
      (await requestsAs(house.app, own.doctor).get(`/api/documents/${item?.documentId}`)).json<Document>().intake,
    ).toEqual(intake);
  });

  test('are dropped if a file name could escape the archive', async () => {
    const own = await aCase(house);
    const image = anImage();
    const [item] = await sent(
      own,
      'cd.zip',
      await writeZip({ a: image, link: { bytes: Buffer.from('/etc/passwd'), mode: 0o120777 } }),
    );
    expect(item?.document).toMatchObject({
      content_type: 'application/dicom',
      size: image.length,
      intake: { left_out: [{ name: 'link', reason: 'bad_path' }] },
    });
  });
});

describe('A damaged image of an upload that becomes several documents', () => {
  const named = ({ document: { dicom, intake } }: UploadedItem) => [
    dicom?.modality,
    intake?.damaged.map(({ name }) => name) ?? [],
    intake?.left_out.map(({ name }) => name) ?? [],
  ];
  const mr = (...more: ElementSpec[]) => anImage(['0020000d', 'UI', '1.2.9'], ['00080060', 'CS', 'MR'], ...more);

  test('is reported at the document that lacks it, for both sides; other notes once', async () => {
    const own = await aCase(house);
    const items = await sent(
      own,
      'cd.zip',
      withWrongChecksum(
        await writeZip({
          IM1: anImage(),
          IM2: anImage(),
          IM3: mr(),
          IM4: mr().subarray(0, -4),
          IM5: mr(),
          'viewer.exe': Buffer.from('MZ'),
        }),
        'IM5',
      ),
    );
    const right = [
      ['CT', [], ['viewer.exe']],
      ['MR', ['IM4', 'IM5'], []],
    ];
    expect(items.map(named)).toEqual(right);
    await sendCase(house, own);
    expect((await listed(own, own.doctor)).items.map((document) => named({ document } as UploadedItem)).sort()).toEqual(
      right,
    );
  });

  test("without a readable header is reported at its folder's document, or at all", async () => {
    const noise = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.alloc(300, 0xaa)]);
    const inFolder = await aCase(house);
    expect(
      (await sent(inFolder, 'cd.zip', await writeZip({ 'CT/1': anImage(), 'MR/a/1': mr(), 'MR/b/2': noise }))).map(
        named,
      ),
    ).toEqual([
      ['CT', [], []],
      ['MR', ['MR/b/2'], []],
    ]);
    const apart = await aCase(house);
    expect((await sent(apart, 'cd.zip', await writeZip({ 1: anImage(), 2: mr(), 3: noise }))).map(named)).toEqual([
      ['CT', ['3'], []],
      ['MR', ['3'], []],
    ]);
  });
});

test('keeps an image whose picture cannot be decoded, and reports it to both sides', async () => {
  const own = await aCase(house);
  const sound = fixture('MR_small_jp2klossless.dcm');
  const at = sound.lastIndexOf(Buffer.from('ffd9', 'hex'));
  const cut = Buffer.from(sound).fill(0, at - 400);
  const garbled = Buffer.from(sound).fill(0x55, sound.indexOf(Buffer.from('ff93', 'hex')) - 60, at);
  const damage = async (name: string, bytes: Buffer) => (await sent(own, name, bytes))[0]?.document.intake?.damaged;
  expect(await damage('sound.dcm', sound)).toBeUndefined();
  expect(await damage('cut.dcm', cut)).toEqual([{ name: 'cut.dcm', reason: 'truncated' }]);
  expect(await damage('garbled.dcm', garbled)).toEqual([{ name: 'garbled.dcm', reason: 'unreadable' }]);
  await sendCase(house, own);
  expect((await listed(own, own.doctor)).items.flatMap(({ intake }) => intake?.damaged_count ?? 0).sort()).toEqual([
    0, 1, 1,
  ]);
});

describe('A letter beside images that are in the case', () => {
  const take = (own: TestCase, id: string, member: number, person = own.patient) =>
    requestsAs(house.app, person).post(`/api/documents/${id}/letters`, { member });
  const lettersOf = async (own: TestCase, id: string) =>
    (await requestsAs(house.app, own.patient).get(`/api/documents/${id}`)).json<Document>().intake?.letters;

  test('becomes a document when its uploader asks for it, and is no longer offered', async () => {
    const own = await aCase(house);
    const letter = await aLetter(['Arztbrief vom 02.03.2026']);
    const [item] = await sent(
      own,
      'cd.zip',
      await writeZip({ IM1: anImage(), 'Briefe/Arztbrief.pdf': letter, 'Labor.pdf': await aLetter(['Labor']) }),
    );
    const id = item?.documentId ?? '';
    expect(await lettersOf(own, id)).toEqual([
      { name: 'Briefe/Arztbrief.pdf', member: 1 },
      { name: 'Labor.pdf', member: 2 },
    ]);
    const answer = await take(own, id, 1);
    expect(answer.statusCode).toBe(201);
    const [taken] = answer.json<UploadedItem[]>();
    expect(taken?.document).toMatchObject({
      file_name: 'Arztbrief.pdf',
      content_type: 'application/pdf',
      group: 'document',
      size: letter.length,
      sent_at: null,
    });
    expect(await lettersOf(own, id)).toEqual([{ name: 'Labor.pdf', member: 2 }]);
    expect((await take(own, id, 1)).statusCode).toBe(404);
    expect((await take(own, id, 0)).statusCode).toBe(404);
    await sendCase(house, own);
    expect((await take(own, id, 2, own.doctor)).statusCode).toBe(404);
  });

  test('is also offered if the images became several documents', async () => {
    const own = await aCase(house);
    const letter = await aLetter(['Arztbrief']);
    const items = await sent(
      own,
      'cd.zip',
      await writeZip({
        IM1: anImage(),
        IM2: anImage(['0020000d', 'UI', '1.2.9'], ['00080060', 'CS', 'MR']),
        'Arztbrief.pdf': letter,
      }),
    );
    const [offer] = items.flatMap(({ documentId, document }) =>
      (document.intake?.letters ?? []).map(({ member }) => ({ documentId, member })),
    );
    const answer = await take(own, offer?.documentId ?? '', offer?.member ?? 0);
    expect(answer.json<UploadedItem[]>()[0]?.document).toMatchObject({
      file_name: 'Arztbrief.pdf',
      size: letter.length,
    });
  });

  test('leaves no file behind when the case has it already', async () => {
    const own = await aCase(house);
    const letter = await aLetter(['Arztbrief']);
    const [item] = await sent(own, 'cd.zip', await writeZip({ IM1: anImage(), 'Arztbrief.pdf': letter }));
    await sent(own, 'Brief.pdf', letter);
    const before = await storedKeysAfterPreviews(house);
    expect((await take(own, item?.documentId ?? '', 1)).statusCode).toBe(409);
    expect(await storedKeysAfterPreviews(house)).toEqual(before);
  });
});

describe('An unsupported file', () => {
  const ole = (stream: string) => {
    const bytes = Buffer.alloc(1536);
    Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
    bytes.write(stream, 1024, 'utf16le');
    return bytes;
  };
  const office = (folder: string) =>
    writeZip({
      '[Content_Types].xml': Buffer.from('<Types/>'),
      '_rels/.rels': Buffer.from('x'),
      [`${folder}/main.xml`]: Buffer.from('x'),
    });
  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['word', 'brief.docx', () => office('word')],
    ['word', 'renamed.zip', () => office('word')],
    ['excel', 'werte.xlsx', () => office('xl')],
    ['powerpoint', 'vortrag.pptx', () => office('ppt')],
    [
      'opendocument',
      'brief.odt',
      () =>
        writeZip({
          mimetype: Buffer.from('application/vnd.oasis.opendocument.text'),
          'META-INF/manifest.xml': Buffer.from('x'),
        }),
    ],
    [
      'pages',
      'brief.pages',
      () => writeZip({ 'Index/Document.iwa': Buffer.from('x'), 'preview.jpg': Buffer.from('x') }),
    ],
    ['word', 'alt.doc', () => ole('WordDocument')],
    ['excel', 'alt.pdf', () => ole('Workbook')],
    ['office', 'alt', () => ole('x')],
    ['rtf', 'brief.rtf', () => Buffer.from('{\\rtf1 x}')],
    ['tiff', 'scan.tif', () => Buffer.from('II*\0....')],
    ['webp', 'bild.webp', () => Buffer.from('RIFF0000WEBPVP8 ')],
    ['heic', 'foto.heic', () => Buffer.from('\0\0\0\x18ftypheic')],
    ['video', 'film.mp4', () => Buffer.from('\0\0\0\x18ftypisom')],
    ['text', 'brief.txt', () => Buffer.from('Sehr geehrte Frau Möller,')],
    ['archive', 'cd.rar', () => Buffer.from('Rar!\x1a\x07')],
  ])('is reported as %s when named %s, with the text of specification section 5', async (kind, name, make) => {
    const own = await theCase;
    const answer = await send(own, name, await make());
    expect([answer.statusCode, answer.json<{ current: unknown }>().current]).toEqual([415, { kind }]);
    expect(answer.json<{ errors: unknown }>().errors).toEqual([
      { path: 'File.0', code: 'fileType', message: 'Supported types: jpg, jpeg, png, pdf. DICOM as dcm or zip' },
    ]);
  });
});
