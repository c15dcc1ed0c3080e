import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';

/** A one-page letter, optionally with an attachment of a given size before its page. */
export const aLetter = (
  lines: readonly string[],
  options: PDFKit.PDFDocumentOptions = {},
  attached = 0,
): Promise<Buffer> =>
  new Promise((resolve) => {
    const pdf = new PDFDocument({ size: 'A4', ...options });
    const pieces: Buffer[] = [];
    pdf.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => resolve(Buffer.concat(pieces)));
    if (attached > 0) pdf.file(randomBytes(attached), { name: 'anlage.bin' });
    for (const line of lines) pdf.text(line);
    pdf.end();
  });

/** A scanned PDF: a picture per page, no text. */
export const aScan = async (options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> => {
  const picture = await aPhotoWithPosition(60, 80);
  return new Promise((resolve) => {
    const pdf = new PDFDocument({ size: 'A4', ...options });
    const pieces: Buffer[] = [];
    pdf.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => resolve(Buffer.concat(pieces)));
    pdf.image(picture, 0, 0);
    pdf.end();
  });
};

/** A photo with location and a rotation flag in its EXIF data. */
export const aPhotoWithPosition = (width = 400, height = 300): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#b4232a', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
    .jpeg()
    .withExif({
      IFD0: { Make: 'KonsilCam', ImageDescription: 'secret-place' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '49/1 24/1 36/1', GPSLongitudeRef: 'E', GPSLongitude: '8/1 41/1 5/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();

export const aPicture = (width = 300, height = 200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: '#2a7f62' } })
    .png()
    .toBuffer();

/** A small PNG whose header, with a valid checksum, declares another size. */
export const aPictureThatClaims = async (width: number, height: number): Promise<Buffer> => {
  const png = await aPicture(8, 8);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
};

/** A PDF of exactly that many bytes. */
export const aPdfOf = (size: number): Buffer => {
  const pdf = Buffer.alloc(size, ' ');
  pdf.write('%PDF-1.4\n%âãÏÓ\n', 'latin1');
  randomBytes(Math.min(64, Math.max(0, size - 80))).copy(pdf, 20);
  if (size > 100) pdf.write('\n%%EOF\n', size - 7, 'latin1');
  return pdf;
};
