// Inputs of the same kinds as the handed-over cases, made here, each with its right value.
import { buildDicom, rleFrame, type Element, type Syntax } from '@konsil/pixels/made-dicom';
import { onePage, pdfOf, streamOf } from '@konsil/server-documents/testing/hostile';
import { withRenamedMember, writeZip } from '@konsil/server-dicom/testing/write-zip';
import sharp from 'sharp';

export interface OwnInput {
  name: string;
  fileName: string;
  bytes: Buffer;
}

const side = 64;
let made = 0;
const ramp = Array.from({ length: side * side }, (_, index) => (index % side) * 4);

/** A grey picture of 64 by 64 pixels with values from 0 to 252, from left to right. */
const image = (
  name: string,
  elements: readonly Element[] = [],
  samples: readonly number[] = ramp,
  syntax: Syntax = 'explicit',
): Buffer => {
  made += 1;
  return Buffer.from(
    buildDicom(
      [
        ['00080005', 'CS', 'ISO_IR 192'],
        ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.7'],
        ['00080018', 'UI', `1.2.826.0.1.79.${made}.1`],
        ['00080020', 'DA', '20260302'],
        ['00080060', 'CS', 'OT'],
        ['0008103e', 'LO', name],
        ['00100010', 'PN', 'Adler^Miriam'],
        ['00100030', 'DA', '19790314'],
        ['0020000d', 'UI', `1.2.826.0.1.79.${made}`],
        ['0020000e', 'UI', `1.2.826.0.1.79.${made}.2`],
        ['00200011', 'IS', '1'],
        ['00280002', 'US', [1]],
        ['00280004', 'CS', 'MONOCHROME2'],
        ['00280010', 'US', [side]],
        ['00280011', 'US', [side]],
        ['00280100', 'US', [16]],
        ['00280101', 'US', [16]],
        ['00280102', 'US', [15]],
        ['00280103', 'US', [0]],
        ['7fe00010', 'OW', samples],
        ...elements,
      ],
      syntax,
    ),
  );
};
/** An image of a study with one series; `number` tells it from others. */
const inSeries = (number: string, elements: readonly Element[], samples: readonly number[]): Buffer =>
  image(
    number,
    [['0020000d', 'UI', `1.2.826.0.1.79.${number}`], ['0020000e', 'UI', `1.2.826.0.1.79.${number}.2`], ...elements],
    samples,
  );
/** Members `IM0` and so on, one for each of some numbers. */
const zipOf = (numbers: readonly number[], imageOf: (number: number) => Buffer): Promise<Buffer> =>
  writeZip(Object.fromEntries(numbers.map((number, index) => [`IM${index}`, imageOf(number)])));
const mixed = [15, 0, 20, 5, 10];
const window = (center: number, width: number, shape = ''): Element[] => [
  ['00281050', 'DS', String(center)],
  ['00281051', 'DS', String(width)],
  ...(shape ? [['00281056', 'CS', shape] as const] : []),
];
const group = (tag: string, ...elements: Element[]): Element => [tag, 'SQ', [elements]];
const flat = (shade: number) => Array.from({ length: side * side }, () => shade);

/** An enhanced object of one frame per given group list. */
const enhanced = (name: string, frames: readonly (readonly Element[])[], shades: readonly number[]) =>
  image(
    name,
    [
      ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.4.1'],
      ['00280008', 'IS', String(frames.length)],
      ['52009230', 'SQ', frames],
      ...window(128, 256),
    ],
    shades.flatMap(flat),
  );
const placed = (position: string, orientation: string): Element[] => [
  group('00209113', ['00200032', 'DS', position]),
  group('00209116', ['00200037', 'DS', orientation]),
];
const axial = '1\\0\\0\\0\\1\\0';
const sagittal = '0\\1\\0\\0\\0\\-1';

const overlayBits = (): number[] => {
  // The left three eighths are covered: the edge lies between two of the places that are compared.
  const bytes = Array.from({ length: (side * side) / 8 }, (_, index) =>
    index % (side / 8) < side / 16 - 1 ? 0xff : 0,
  );
  return Array.from(
    { length: bytes.length / 2 },
    (_, index) => (bytes[index * 2] ?? 0) | ((bytes[index * 2 + 1] ?? 0) << 8),
  );
};

const noise = (width = 200, height = 200) =>
  sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });
const cut = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length * 0.6));
const text = (words: string) => Buffer.from(words, 'latin1');

const xfa =
  '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="a"/></template></xdp:xdp>';

export const ownInputs = async (): Promise<OwnInput[]> => [
  {
    name: 'negative slope and LINEAR_EXACT',
    fileName: 'negativ.dcm',
    bytes: image('negativ', [['00281053', 'DS', '-1'], ['00281052', 'DS', '252'], ...window(126, 252, 'LINEAR_EXACT')]),
  },
  {
    name: 'pixel measures of each frame',
    fileName: 'masse.dcm',
    bytes: enhanced(
      'masse',
      [[group('00289110', ['00280030', 'DS', '1\\1'])], [group('00289110', ['00280030', 'DS', '2\\1'])]],
      [60, 180],
    ),
  },
  {
    name: 'enhanced object of two orientations',
    fileName: 'lagen.dcm',
    bytes: enhanced(
      'lagen',
      [
        placed('0\\0\\10', axial),
        placed('5\\0\\0', sagittal),
        placed('0\\0\\0', axial),
        placed('0\\0\\5', axial),
        placed('1\\0\\0', sagittal),
      ],
      [90, 200, 30, 60, 160],
    ),
  },
  {
    name: 'padding range that ends below',
    fileName: 'rand.dcm',
    bytes: image(
      'rand',
      [
        ['00280120', 'US', [60_000]],
        ['00280121', 'US', [50_000]],
      ],
      ramp.map((value, index) => (index % side < 16 ? 55_000 : value)),
    ),
  },
  {
    name: 'overlay plane',
    fileName: 'overlay.dcm',
    bytes: image('overlay', [
      ...window(126, 252),
      ['60000010', 'US', [side]],
      ['60000011', 'US', [side]],
      ['60000040', 'CS', 'G'],
      ['60000050', 'SS', [1, 1]],
      ['60000100', 'US', [1]],
      ['60000102', 'US', [0]],
      ['60003000', 'OW', overlayBits()],
    ]),
  },
  {
    name: 'overlay plane in the pixels',
    fileName: 'overlay16.dcm',
    bytes: image(
      'overlay16',
      [
        ['00280101', 'US', [12]],
        ['00280102', 'US', [11]],
        ...window(126, 252),
        ['60000010', 'US', [side]],
        ['60000011', 'US', [side]],
        ['60000040', 'CS', 'G'],
        ['60000050', 'SS', [1, 1]],
        ['60000100', 'US', [16]],
        ['60000102', 'US', [12]],
      ],
      ramp.map((value, index) => value | (index % side < 12 ? 0x1000 : 0)),
    ),
  },
  {
    name: 'names in ISO 2022',
    fileName: 'japanisch.dcm',
    bytes: image('japanisch', [
      ['00080005', 'CS', '\\ISO 2022 IR 87'],
      ['00100010', 'PN', text('Adler^Miriam=\x1b$B;3ED\x1b(B^\x1b$BB@O:\x1b(B')],
    ]),
  },
  {
    name: 'progressive JPEG, cut',
    fileName: 'cut.jpg',
    bytes: cut(await noise().jpeg({ progressive: true }).toBuffer()),
  },
  { name: 'baseline JPEG, cut', fileName: 'cut-baseline.jpg', bytes: cut(await noise().jpeg().toBuffer()) },
  { name: 'PNG, cut', fileName: 'cut.png', bytes: cut(await noise().png().toBuffer()) },
  {
    name: 'interlaced PNG, cut',
    fileName: 'cut-interlaced.png',
    bytes: cut(await noise().png({ progressive: true }).toBuffer()),
  },
  { name: 'TIFF', fileName: 'fax.tif', bytes: cut(await noise().tiff().toBuffer()) },
  { name: 'TIFF called JPEG', fileName: 'fax.jpg', bytes: await noise(40, 40).tiff().toBuffer() },
  {
    name: 'HEIC',
    fileName: 'foto.heic',
    bytes: Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypheic\0\0\0\0heicmif1'), Buffer.alloc(600, 7)]),
  },
  {
    name: 'ZIP of images in a ZIP',
    fileName: 'aussen.zip',
    bytes: await writeZip({ 'innen.zip': await writeZip({ 'a.dcm': image('innen'), 'b.dcm': image('innen') }) }),
  },
  {
    name: 'ZIP in a ZIP beside an image',
    fileName: 'daneben.zip',
    bytes: await writeZip({ 'innen.zip': await writeZip({ 'a.dcm': image('innen') }), 'b.dcm': image('aussen') }),
  },
  { name: 'RTF called ZIP', fileName: 'brief.zip', bytes: text('{\\rtf1\\ansi Sehr geehrte Frau Adler}') },
  {
    name: 'Pages called ZIP',
    fileName: 'pages.zip',
    bytes: await writeZip({
      'Index/Document.iwa': text('x'),
      'Metadata/Properties.plist': text('x'),
      'preview.jpg': await noise(40, 40).jpeg().toBuffer(),
    }),
  },
  {
    name: 'ODT called ZIP',
    fileName: 'odt.zip',
    bytes: await writeZip({
      mimetype: text('application/vnd.oasis.opendocument.text'),
      'content.xml': text('<a/>'),
      'META-INF/manifest.xml': text('<a/>'),
    }),
  },
  {
    name: 'Word called ZIP',
    fileName: 'word.zip',
    bytes: await writeZip({ '[Content_Types].xml': text('<Types/>'), 'word/document.xml': text('<a/>') }),
  },
  {
    name: 'XFA with pages of its own',
    fileName: 'xfa-static.pdf',
    bytes: pdfOf([
      '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [7 0 R] /XFA 6 0 R>>>>',
      '<</Type /Pages /Kids [3 0 R] /Count 1>>',
      '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <</Font <</F 5 0 R>>>> /Contents 4 0 R /Annots [7 0 R]>>',
      streamOf('', text('BT /F 24 Tf 72 700 Td (Arztbrief: Gonarthrose links) Tj ET')),
      '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
      streamOf('', text(xfa)),
      '<</Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [72 600 300 620] /DA (/F 12 Tf) /V (Adler)>>',
    ]),
  },
  {
    name: 'page without words or pictures',
    fileName: 'leer.pdf',
    bytes: onePage('', streamOf('', text('q Q'))),
  },
  {
    name: 'two windows, a function for each',
    fileName: 'fenster.dcm',
    bytes: image('fenster', [
      ['00281050', 'DS', '126\\30'],
      ['00281051', 'DS', '252\\60'],
      ['00281056', 'CS', 'LINEAR\\LINEAR'],
    ]),
  },
  {
    name: 'order by position in a sagittal series',
    fileName: 'sagittal.zip',
    bytes: await zipOf(mixed, (x) =>
      inSeries(
        '901',
        [['00200032', 'DS', `${x}\\0\\0`], ['00200037', 'DS', sagittal], ...window(128, 256)],
        flat(40 + x * 8),
      ),
    ),
  },
  {
    name: 'order by slice location',
    fileName: 'lage.zip',
    bytes: await zipOf(mixed, (z) =>
      inSeries('902', [['00201041', 'DS', String(z)], ['00200013', 'IS', '1'], ...window(128, 256)], flat(40 + z * 8)),
    ),
  },
  {
    name: 'one UID for three images and a copy',
    fileName: 'kopien.zip',
    bytes: await zipOf([48, 99, 150, 48], (shade) =>
      inSeries(
        '903',
        [
          ['00080018', 'UI', '1.2.826.0.1.79.903.1'],
          ['0008103e', 'LO', 'kopien'],
        ],
        flat(shade),
      ),
    ),
  },
  {
    name: 'RLE frame that is too short',
    fileName: 'rle.dcm',
    bytes: image(
      'rle',
      [['7fe00010', 'OB', rleFrame([Uint8Array.from(ramp, () => 0), Uint8Array.from(ramp.slice(0, 2000))])]],
      [],
      'rle',
    ),
  },
  {
    name: 'namesakes born on different days',
    fileName: 'namen.zip',
    bytes: await writeZip({
      A: image('namen'),
      B: image('namen', [['00100030', 'DA', '20010203']]),
    }),
  },
  ...[
    { name: 'Latin-1 without a character set', set: '', bytes: 'M\xfcller^J\xf6rg' },
    { name: 'UTF-8 in ISO 2022', set: 'ISO 2022 IR 100', bytes: Buffer.from('Müller^Jörg').toString('latin1') },
    { name: 'UTF-8 without a character set', set: '', bytes: Buffer.from('Müller^Jörg').toString('latin1') },
    { name: 'Cyrillic called Latin-1', set: 'ISO_IR 100', bytes: Buffer.from('Иванова^Анна').toString('latin1') },
  ].map(({ name, set, bytes }, index) => ({
    name,
    fileName: `schrift${index}.dcm`,
    bytes: image('schrift', [
      ['00080005', 'CS', set],
      ['00100010', 'PN', text(bytes)],
    ]),
  })),
  ...['ADLER^MIRIAM^^Dr.', 'Adler, Dr. Miriam', 'MIRIAM ADLER', 'Adler^Miriam=^', 'Adler,Miriam'].map(
    (name, index) => ({
      name: `the name ${name}`,
      fileName: `name${index}.dcm`,
      bytes: image('name', [['00100010', 'PN', name]]),
    }),
  ),
  {
    name: 'disc with a video, an encrypted manual and folders of a Mac',
    fileName: 'disc.zip',
    bytes: await aDisc(),
  },
  {
    name: 'report in CDA beside an image',
    fileName: 'cda.zip',
    bytes: await writeZip({
      A: inSeries('904', [], flat(99)),
      B: Buffer.from(
        buildDicom([
          ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.104.2'],
          ['00080018', 'UI', '1.2.826.0.1.79.904.9'],
          ['00080060', 'CS', 'DOC'],
          ['00100010', 'PN', 'Adler^Miriam'],
          ['00100030', 'DA', '19790314'],
          ['0020000d', 'UI', '1.2.826.0.1.79.904'],
          ['0020000e', 'UI', '1.2.826.0.1.79.904.3'],
          ['00420011', 'OB', text('<ClinicalDocument xmlns="urn:hl7-org:v3"><title>Befund</title></ClinicalDocument>')],
          ['00420012', 'LO', 'text/XML'],
        ]),
      ),
    }),
  },
  {
    name: 'PDF that only has attachments',
    fileName: 'mappe.pdf',
    bytes: pdfOf([
      '<</Type /Catalog /Pages 2 0 R /Collection <</Type /Collection /View /T>> /Names <</EmbeddedFiles <</Names [(befund.pdf) 5 0 R]>>>>>>',
      '<</Type /Pages /Kids [3 0 R] /Count 1>>',
      '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <</Font <</F 7 0 R>>>> /Contents 4 0 R>>',
      streamOf(
        '',
        text('BT /F 12 Tf 72 700 Td (For the best experience, open this PDF portfolio in Acrobat X.) Tj ET'),
      ),
      '<</Type /Filespec /F (befund.pdf) /EF <</F 6 0 R>>>>',
      streamOf('/Type /EmbeddedFile /Subtype /application#2Fpdf', onePage('', streamOf('', text('q Q')))),
      '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    ]),
  },
  ...(
    [
      [
        'MG',
        [
          ['00181164', 'DS', '0.2\\0.2'],
          ['00181114', 'DS', '1.25'],
        ],
      ],
      [
        'CR',
        [
          ['00181164', 'DS', '0.2\\0.2'],
          ['00280030', 'DS', '0.2\\0.2'],
        ],
      ],
    ] as [string, Element[]][]
  ).map(([modality, elements]) => ({
    name: `detector of ${modality}`,
    fileName: `${modality}.dcm`,
    bytes: image(modality, [['00080060', 'CS', modality], ...window(126, 252), ...elements]),
  })),
  {
    name: 'no preamble, implicit syntax',
    fileName: 'alt.dcm',
    bytes: withoutHeader(image('alt', window(126, 252), ramp, 'implicit')),
  },
  {
    name: 'no preamble, with its meta group',
    fileName: 'meta.dcm',
    bytes: image('meta', window(126, 252)).subarray(132),
  },
  ...(
    [
      [
        'a recommended rate of 0 and a frame time of 0',
        [
          ['00082144', 'IS', '0'],
          ['00181063', 'DS', '0'],
          ['00180040', 'IS', '25'],
        ],
      ],
      [
        'a frame time of 40 and a cine rate that differs',
        [
          ['00181063', 'DS', '40'],
          ['00180040', 'IS', '0'],
          ['00082144', 'IS', '0'],
        ],
      ],
    ] as [string, Element[]][]
  ).map(([name, elements], index) => ({
    name: `cine of ${name}`,
    fileName: `film${index}.dcm`,
    bytes: image(
      'film',
      [['00280008', 'IS', '48'], ['00080060', 'CS', 'US'], ...window(126, 252), ...elements],
      Array.from({ length: 48 }, (_, frame) => flat(frame * 5)).flat(),
    ),
  })),
  {
    name: 'one slice with a wrong checksum',
    fileName: 'crc.zip',
    bytes: await withDamage(),
  },
];

async function withDamage(): Promise<Buffer> {
  const series: Element[] = [
    ['0020000d', 'UI', '1.2.826.0.1.79.900'],
    ['0020000e', 'UI', '1.2.826.0.1.79.900.2'],
  ];
  const zip = await writeZip({
    IM1: image('crc', [...series, ['00200013', 'IS', '1']]),
    IM2: image('crc', [...series, ['00200013', 'IS', '2']]),
  });
  const at = zip.indexOf('PK\x01\x02', 0, 'latin1');
  zip.writeUInt32LE((zip.readUInt32LE(at + 16) ^ 1) >>> 0, at + 16);
  zip.writeUInt32LE((zip.readUInt32LE(14) ^ 1) >>> 0, 14);
  return zip;
}

/** A data set that begins at its first byte. */
function withoutHeader(file: Buffer): Buffer {
  const syntax = file.indexOf('1.2.840.10008.1.2');
  return file.subarray(syntax + 18);
}

async function aDisc(): Promise<Buffer> {
  const members = await writeZip({
    '_DICOM/IM1': inSeries('905', [], flat(99)),
    'DICOM/IM2': inSeries('905', [], flat(99)),
    'viewer/film.mp4': Buffer.alloc(70 * 1024 * 1024),
    'help/manual.chm': text('ITSF\x03\0\0\0'),
    '__MACOSX/._DICOM': text('\0\x05\x16\x07\0\x02\0\0Mac OS X'),
    '.DS_Store': text('\0\0\0\x01Bud1'),
    'autorun.inf': text('[autorun]\r\nopen=viewer.exe\r\n'),
  });
  const zip = withRenamedMember(members, '_DICOM/IM1', '/DICOM/IM1');
  // The manual is marked as encrypted, in its own header and in the directory.
  for (let at = zip.indexOf('help/manual.chm'); at !== -1; at = zip.indexOf('help/manual.chm', at + 1)) {
    const isDirectory = zip.readUInt32LE(at - 46) === 0x02014b50;
    const flags = isDirectory ? at - 46 + 8 : at - 30 + 6;
    zip.writeUInt16LE(zip.readUInt16LE(flags) | 1, flags);
  }
  return zip;
}
