import { constants, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const mebibyte = 1024 * 1024;

/** A PDF of these objects, starting with the catalogue. */
export const pdfOf = (objects: readonly (string | Buffer)[]): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const starts: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: string | Buffer) => {
    const bytes = Buffer.from(part as string, 'latin1');
    parts.push(bytes);
    length += bytes.length;
  };
  objects.forEach((object, index) => {
    starts.push(length);
    add(`${index + 1} 0 obj\n`);
    add(object);
    add('\nendobj\n');
  });
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  add(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer <</Size ${objects.length + 1} /Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`,
  );
  return Buffer.concat(parts);
};
export const streamOf = (dictionary: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<<${dictionary} /Length ${bytes.length}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
/** A one-page PDF. */
export const onePage = (resources: string, content: Buffer, others: readonly (string | Buffer)[] = []): Buffer =>
  pdfOf([
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <<${resources}>> /Contents 4 0 R>>`,
    content,
    ...others,
  ]);

/** Many megabytes of repeated text, deflated. */
const repeated = (text: string, megabytes: number): Buffer => {
  const once = deflateSync(Buffer.alloc(mebibyte, text), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  // Each block ends at a byte boundary and references nothing before it, so that blocks can be concatenated.
  const head = once.subarray(0, 2);
  const body = once.subarray(2);
  return Buffer.concat([head, ...Array.from({ length: megabytes }, () => body)]);
};
/** Zeros deflated twice: a few kilobytes for a gigabyte. */
const twiceDeflated = (megabytes: number): Buffer => deflateSync(repeated('\0', megabytes), { level: 9 });
const twice = '/Filter [/FlateDecode /FlateDecode]';

export const hostile: Record<string, () => Buffer | Promise<Buffer>> = {
  'a PDF whose page was compressed twice': () => onePage('', streamOf(twice, twiceDeflated(1500))),
  'a PDF whose picture was compressed twice': () =>
    onePage('/XObject <</A 5 0 R>>', streamOf('', Buffer.from('q 500 0 0 500 0 0 cm /A Do Q')), [
      streamOf(
        `/Type /XObject /Subtype /Image /Width 7000 /Height 7000 /BitsPerComponent 8 /ColorSpace /DeviceRGB ${twice}`,
        twiceDeflated(1500),
      ),
    ]),
  'a JPEG of 108 million pixels, lying on its side': () =>
    bare(12_000, 9000).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
  'a progressive JPEG of 108 million pixels': () =>
    bare(12_000, 9000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  'a PNG of 108 million pixels': () => bare(12_000, 9000).png({ compressionLevel: 1 }).toBuffer(),
  'an interlaced PNG of 48 million pixels': () =>
    bare(8000, 6000).png({ compressionLevel: 1, progressive: true }).toBuffer(),
  'a JPEG of a thousand scans': async () =>
    manyScans(await bare(4000, 3000).jpeg({ progressive: true }).toBuffer(), 1000),
};

/** A small PDF whose first page is slow to read and render: many operators, compressed well. */
export const aSlowPdf = (megabytes = 400): Buffer =>
  onePage('', streamOf('/Filter /FlateDecode', repeated('0 0 m 9 9 l S q 1 0 0 1 0 0 cm Q\n', megabytes)));

const bare = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#aa8855' }, limitInputPixels: false });

/** Repeats the last scan of a progressive JPEG. */
const manyScans = (jpeg: Buffer, times: number): Buffer => {
  const last = jpeg.lastIndexOf(Buffer.from('ffda', 'hex'));
  return Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array.from({ length: times }, () => jpeg.subarray(last, -2)),
    jpeg.subarray(-2),
  ]);
};
