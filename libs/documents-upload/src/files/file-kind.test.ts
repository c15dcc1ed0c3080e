import { fileKindOf, nameWithExtension } from './file-kind.ts';

const bytes = (text: string, at = 0) => {
  const head = new Uint8Array(1024);
  head.set(new TextEncoder().encode(text), at);
  return head;
};

test.each([
  ['a PDF', bytes('%PDF-1.7'), 'pdf'],
  ['a PDF behind a printer header', bytes('%PDF-1.4', 300), 'pdf'],
  ['a JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'jpg'],
  ['a PNG', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'png'],
  ['a DICOM file', bytes('DICM', 128), 'dcm'],
  ['a ZIP', bytes('PK\u0003\u0004'), 'zip'],
  ["an iPhone's photo", bytes('ftypheic', 4), 'heic'],
  ['a film', bytes('ftypisom', 4), 'video'],
  ['a web page', new TextEncoder().encode('<!doctype html>'), 'html'],
  ['nothing known', bytes('\u0001\u0002'), null],
])('detects %s by content', (_, head, kind) => {
  expect(fileKindOf(head)).toBe(kind);
});

test('gives a name the extension of its content', () => {
  expect(nameWithExtension('Befund.PDF', 'pdf')).toBe('Befund.PDF');
  expect(nameWithExtension('IMG_2041.HEIC', 'jpg')).toBe('IMG_2041.jpg');
  expect(nameWithExtension('scan.pdf', 'jpg')).toBe('scan.jpg');
  expect(nameWithExtension('IM-0001-0001', 'dcm')).toBe('IM-0001-0001.dcm');
  expect(nameWithExtension('Labor 3.11', 'pdf')).toBe('Labor 3.11.pdf');
});
