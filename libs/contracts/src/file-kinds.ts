/**
 * Detects file types from content: used by the browser before sending and by the server before storing. The name never
 * decides.
 */

/** The types of docs/specification.md section 5. */
export const takenKinds = ['jpg', 'png', 'pdf', 'dcm', 'zip'] as const;
export type TakenKind = (typeof takenKinds)[number];

/** Unsupported file types that users choose; the interface offers a remedy for each. */
export const foreignKinds = [
  'heic',
  'tiff',
  'webp',
  'avif',
  'gif',
  'bmp',
  'svg',
  'word',
  'excel',
  'powerpoint',
  'office',
  'opendocument',
  'pages',
  'numbers',
  'keynote',
  'outlook',
  'rtf',
  'text',
  'html',
  'epub',
  'video',
  'audio',
  'archive',
  'program',
] as const;
export type ForeignKind = (typeof foreignKinds)[number];
export type FileKind = TakenKind | ForeignKind;

/** Number of leading bytes that `fileKindOf` needs. */
export const headBytes = 4096;

const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));
const startsWith = (bytes: Uint8Array, signature: string, at = 0): boolean =>
  latin1(bytes, at, at + signature.length) === signature;
const uint16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
const uint32 = (bytes: Uint8Array, at: number): number => uint16(bytes, at) + uint16(bytes, at + 2) * 0x10000;

/**
 * The start of a DICOM file. `part10`: as in PS3.10, with a 128-byte preamble before the prefix. Old discs omit the
 * preamble, the prefix or the whole header: `mark` starts with the prefix, `meta` with the header, `explicit` and
 * `implicit` with the data set.
 */
export type DicomStart = 'part10' | 'mark' | 'meta' | 'explicit' | 'implicit';

const longVrs = ['OB', 'OW', 'SQ', 'UN', 'UT'];

/** A bare data set is recognised only by its SOP Class, which no other file starts with. */
const namesItsClass = (head: Uint8Array, explicit: boolean): boolean => {
  let before = -1;
  for (let at = 0; at + 12 <= head.length; ) {
    const element = uint16(head, at + 2);
    if (uint16(head, at) !== 0x0008 || element <= before) return false;
    before = element;
    const long = explicit && longVrs.includes(latin1(head, at + 4, at + 6));
    if (explicit && !/^[A-Z]{2}$/.test(latin1(head, at + 4, at + 6))) return false;
    const length = !explicit ? uint32(head, at + 4) : long ? uint32(head, at + 8) : uint16(head, at + 6);
    const value = at + (long ? 12 : 8);
    if (element === 0x0016) return length <= 64 && startsWith(head, '1.2.840.10008.', value);
    at = value + length;
  }
  return false;
};

/** Null if the file is not, or not certainly, DICOM. */
export const dicomStartOf = (head: Uint8Array): DicomStart | null => {
  if (head.length > 132 && startsWith(head, 'DICM', 128)) return 'part10';
  if (startsWith(head, 'DICM\x02\x00')) return 'mark';
  if (uint16(head, 0) === 0x0002 && /^(?:UL|OB|UI)$/.test(latin1(head, 4, 6)) && head.length > 8) return 'meta';
  if (uint16(head, 0) !== 0x0008) return null;
  if (namesItsClass(head, true)) return 'explicit';
  return namesItsClass(head, false) ? 'implicit' : null;
};

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

const isoKind = (head: Uint8Array): ForeignKind | null => {
  if (!startsWith(head, 'ftyp', 4)) return /^(?:moov|mdat|wide)$/.test(latin1(head, 4, 8)) ? 'video' : null;
  const brand = latin1(head, 8, 12);
  if (heicBrands.includes(brand)) return 'heic';
  if (brand === 'avif' || brand === 'avis') return 'avif';
  return brand.startsWith('M4A') || brand.startsWith('M4B') ? 'audio' : 'video';
};

const riffKinds: Record<string, ForeignKind> = { WEBP: 'webp', 'AVI ': 'video', WAVE: 'audio' };

const utf16 = (text: string): string => [...text].map((letter) => `${letter}\0`).join('');
const oleNames: [string, ForeignKind][] = [
  ['WordDocument', 'word'],
  ['Workbook', 'excel'],
  ['Book', 'excel'],
  ['PowerPoint Document', 'powerpoint'],
  ['__substg1.0_', 'outlook'],
];
const oleEndings: Record<string, ForeignKind> = {
  doc: 'word',
  dot: 'word',
  xls: 'excel',
  ppt: 'powerpoint',
  pps: 'powerpoint',
  msg: 'outlook',
};

/**
 * Older Office files name their main stream in a directory anywhere in the file; if it is not in the head, the
 * extension decides the wording.
 */
const oleKind = (bytes: Uint8Array, name: string): ForeignKind => {
  const text = latin1InPieces(bytes);
  return oleNames.find(([stream]) => text.includes(utf16(stream)))?.[1] ?? oleEndings[endingOf(name)] ?? 'office';
};
const latin1InPieces = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += latin1(bytes, at, at + 8192);
  return text;
};
const endingOf = (name: string): string => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

const signatures: [string, ForeignKind][] = [
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['II+\0', 'tiff'],
  ['GIF8', 'gif'],
  ['{\\rtf', 'rtf'],
  ['\x1a\x45\xdf\xa3', 'video'],
  ['\0\0\x01\xba', 'video'],
  ['\0\0\x01\xb3', 'video'],
  ['\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'video'],
  ['FLV\x01', 'video'],
  ['ID3', 'audio'],
  ['OggS', 'audio'],
  ['fLaC', 'audio'],
  ['#!AMR', 'audio'],
  ['Rar!', 'archive'],
  ['7z\xbc\xaf\x27\x1c', 'archive'],
  ['\x1f\x8b', 'archive'],
  ['BZh', 'archive'],
  ['\xfd7zXZ\0', 'archive'],
  ['\x7fELF', 'program'],
  ['\xca\xfe\xba\xbe', 'program'],
  ['\xcf\xfa\xed\xfe', 'program'],
  ['#!', 'program'],
];

const isBitmap = (head: Uint8Array): boolean =>
  startsWith(head, 'BM') && uint32(head, 6) === 0 && uint32(head, 14) >= 12 && uint32(head, 14) <= 124;

/** Plain text: no control characters but line breaks and tabs. */
const textKind = (head: Uint8Array): ForeignKind | null => {
  const bytes = head.subarray(0, headBytes);
  if (bytes.length < 4) return null;
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!wide && bytes.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte))) return null;
  const start = latin1(bytes, 0, 512)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  if (/^<(?:!doctype html|html|head|body)/.test(start)) return 'html';
  if (start.startsWith('<svg') || (start.startsWith('<?xml') && start.includes('<svg'))) return 'svg';
  return 'text';
};

/**
 * The kind of a file by its first bytes; null for kinds without a common name.
 * @param name decides the kind of an older Office file if its bytes are incomplete
 */
export const fileKindOf = (head: Uint8Array, name = ''): FileKind | null => {
  // The prefix alone does not decide: a polyglot has it, too, and is refused later.
  if (dicomStartOf(head)) return 'dcm';
  if (startsWith(head, '\xff\xd8\xff')) return 'jpg';
  if (startsWith(head, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(head, '%PDF-')) return 'pdf';
  if (startsWith(head, 'PK\x03\x04') || startsWith(head, 'PK\x05\x06')) return 'zip';
  if (startsWith(head, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return oleKind(head, name);
  if (startsWith(head, 'RIFF')) return riffKinds[latin1(head, 8, 12)] ?? null;
  if (startsWith(head, 'MZ')) return 'program';
  if (isBitmap(head)) return 'bmp';
  return isoKind(head) ?? signatures.find(([signature]) => startsWith(head, signature))?.[1] ?? textKind(head);
};

const openDocument = /^mimetype(application\/(?:vnd\.oasis\.opendocument|epub))/;
const appleEndings: Record<string, ForeignKind> = { numbers: 'numbers', key: 'keynote' };

/**
 * The real kind of a ZIP that is a document of an office program, or a program; null for an archive of files.
 * @param names of its members
 * @param head its first bytes: OpenDocument says there what it is
 * @param name tells Pages, Numbers and Keynote apart, whose files are built alike
 */
export const packedKindOf = (names: readonly string[], head: Uint8Array, name = ''): ForeignKind | null => {
  const mark = openDocument.exec(latin1(head, 30, 110))?.[1];
  if (mark) return mark.endsWith('epub') ? 'epub' : 'opendocument';
  const has = (pattern: RegExp) => names.some((member) => pattern.test(member));
  if (has(/^\[Content_Types\]\.xml$/)) {
    if (has(/^word\//)) return 'word';
    if (has(/^xl\//)) return 'excel';
    return has(/^ppt\//) ? 'powerpoint' : 'office';
  }
  if (has(/^mimetype$/)) {
    if (has(/^META-INF\/manifest\.xml$/)) return 'opendocument';
    if (has(/^META-INF\/container\.xml$/)) return 'epub';
  }
  if (has(/^index\.apxl/)) return 'keynote';
  if (has(/(?:^|\/)Index\/Document\.iwa$/) || has(/(?:^|\/)Index\.zip$/) || has(/^index\.xml(?:\.gz)?$/))
    return has(/(?:^|\/)Index\/(?:\w*Slide)\b/) ? 'keynote' : (appleEndings[endingOf(name)] ?? 'pages');
  return has(/^META-INF\/MANIFEST\.MF$/) ? 'program' : null;
};
