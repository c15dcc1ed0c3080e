export interface PdfPicture {
  dict: string;
  data: Buffer;
}
/** A PDF of one page with at most one picture, `/Im`. */
export function onePicturePdf(content: string, picture: PdfPicture | null): Buffer {
  const stream = (dict: string, data: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`<<${dict}/Length ${data.length}>>\nstream\n`), data, Buffer.from('\nendstream')]);
  const objects = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from(
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/XObject<</Im 6 0 R>>>>>>',
    ),
    stream('', Buffer.from(content)),
    Buffer.from('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'),
    ...(picture ? [stream(`/Type/XObject/Subtype/Image/Width 64/Height 64${picture.dict}`, picture.data)] : []),
  ];
  let pdf = Buffer.from('%PDF-1.7\n');
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf = Buffer.concat([pdf, Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return Buffer.concat([
    pdf,
    Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer<</Size ${size}/Root 1 0 R>>\n`),
    Buffer.from(`startxref\n${pdf.length}\n%%EOF\n`),
  ]);
}
