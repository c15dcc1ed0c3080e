/** A page as a JPEG in RGB; its size in pixels. */
export interface JpegPage {
  jpeg: Blob;
  width: number;
  height: number;
}

/** The long side of A4 in PDF points. */
const longSide = 842;
/** Catalogue and page list come first, then three objects per page. */
const objectsBefore = 2;
const pageObject = (index: number) => objectsBefore + 1 + 3 * index;
/** Maximum overhead per JPEG. */
export const frameBytes = 600;

const points = (pixels: number, { width, height }: JpegPage) =>
  ((pixels * longSide) / Math.max(width, height)).toFixed(2);

/**
 * A PDF of full-page pictures, each as long as A4 on its long side (ISO 32000-1, 7.5 and 8.9.5). Without date and
 * producer, so that the same pages give the same bytes.
 */
export const writePdf = (pages: readonly JpegPage[]): Blob => {
  const parts: Blob[] = [];
  const places: number[] = [];
  let size = 0;
  const add = (...content: BlobPart[]) => {
    const part = new Blob(content);
    parts.push(part);
    size += part.size;
  };
  const addObject = (...content: BlobPart[]) => {
    places.push(size);
    add(`${places.length} 0 obj\n`, ...content, '\nendobj\n');
  };
  const stream = (entries: string, content: Blob): BlobPart[] => [
    `<< ${entries} /Length ${content.size} >>\nstream\n`,
    content,
    '\nendstream',
  ];

  // Bytes above 127 mark the file as binary for transfer programs.
  add('%PDF-1.4\n%', new Uint8Array([0xe2, 0xe3, 0xcf, 0xd3]), '\n');
  addObject('<< /Type /Catalog /Pages 2 0 R >>');
  addObject(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${pageObject(index)} 0 R`).join(' ')}] >>`,
  );
  pages.forEach((page, index) => {
    const [own, width, height] = [pageObject(index), points(page.width, page), points(page.height, page)];
    addObject(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${own + 1} 0 R /Resources << /XObject << /Photo ${own + 2} 0 R >> >> >>`,
    );
    addObject(...stream('', new Blob([`q ${width} 0 0 ${height} 0 0 cm /Photo Do Q`])));
    addObject(
      ...stream(
        `/Type /XObject /Subtype /Image /Width ${page.width} /Height ${page.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
        page.jpeg,
      ),
    );
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  add(
    `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${size}\n%%EOF\n`,
  );
  return new Blob(parts, { type: 'application/pdf' });
};
