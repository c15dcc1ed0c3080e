import { inflateSync } from 'node:zlib';
import type { SeenPdf } from './see-pdf.ts';

/** The objects of a file as they are written: dictionaries as text, streams apart. */
const objectsOf = (file: string): { dictionary: string; stream: string | null }[] =>
  [...file.matchAll(/(?:^|\n)\d+ 0 obj\n([\s\S]*?)\nendobj/g)].map(([, body = '']) => {
    const at = body.indexOf('\nstream\n');
    return at < 0
      ? { dictionary: body, stream: null }
      : { dictionary: body.slice(0, at), stream: body.slice(at + 8, body.lastIndexOf('\nendstream')) };
  });

const standardRoles = new Set([
  ...['Document', 'Sect', 'P', 'H1', 'H2', 'H3', 'L', 'LI', 'Lbl', 'LBody', 'Table', 'TR', 'TH', 'TD', 'Span'],
  ...['Figure', 'Link', 'TOC', 'TOCI', 'Reference', 'Caption'],
]);

/** The rules of a file's bytes (ISO 19005-3 and ISO 14289-1): each is true where it is kept. */
const rulesOfBytes = (bytes: Buffer): Record<string, boolean> => {
  const file = bytes.toString('latin1');
  const objects = objectsOf(file);
  const all = objects.map(({ dictionary }) => dictionary).join('\n');
  const having = (pattern: RegExp) => objects.filter(({ dictionary }) => pattern.test(dictionary));
  const every = (pattern: RegExp, rule: (dictionary: string) => boolean) =>
    having(pattern).every(({ dictionary }) => rule(dictionary));
  const [xmp = ''] = having(/\/Type \/Metadata/).map(({ stream }) => stream ?? '');
  const [catalogue = ''] = having(/\/Type \/Catalog/).map(({ dictionary }) => dictionary);
  const profiles = having(/\/N 3\b/).filter(({ stream }) => stream !== null);
  const titleInXmp = /<dc:title>[\s\S]*?<rdf:li[^>]*>([^<]*)<\/rdf:li>/.exec(xmp)?.[1];
  const createdInXmp = /<xmp:CreateDate>([^<]*)</.exec(xmp)?.[1] ?? '';
  const [, created] = /\(D:(\d{14})Z?\)/.exec(all) ?? [];
  return {
    'A 6.1.2 header with a binary comment': /^%PDF-1\.7\n%[\x80-\xff]{4}/.test(file),
    'A 6.1.3 trailer with an ID, without encryption': /trailer[\s\S]*\/ID \[/.test(file) && !/\/Encrypt\b/.test(file),
    'A 6.1.7 streams as long as they say, in this file, without LZW': objects.every(({ dictionary, stream }) => {
      const length = /\/Length (\d+)(?! 0 R)/.exec(dictionary)?.[1];
      return (
        stream === null ||
        ((length === undefined || Number(length) === stream.length) &&
          !/\/(?:F|FFilter|FDecodeParms) |LZWDecode/.test(dictionary))
      );
    }),
    'A 6.2.3 an output intent with a profile of three colours':
      /\/S \/GTS_PDFA1/.test(all) &&
      /\/DestOutputProfile \d+ 0 R/.test(all) &&
      profiles.some(({ dictionary, stream }) => {
        const raw = Buffer.from(stream ?? '', 'latin1');
        const profile = /FlateDecode/.test(dictionary) ? inflateSync(raw) : raw;
        return profile.toString('latin1', 36, 40) === 'acsp' && profile.toString('latin1', 16, 20) === 'RGB ';
      }),
    'A 6.2.4 no colours beside the output intent': !/\/(?:DeviceCMYK|Separation|DeviceN)\b/.test(all),
    'A 6.2.8 images without alternates, interpolation and OPI': every(
      /\/Subtype \/Image/,
      (image) => !/\/(?:Alternates|OPI)\b|\/Interpolate true/.test(image),
    ),
    'A 6.2.9 no PostScript and no references to other files': !/\/Subtype \/PS\b|\/Ref \d+ 0 R/.test(all),
    'A 6.2.11.4 every font is embedded': every(/\/Type \/FontDescriptor/, (font) =>
      /\/FontFile[23] \d+ 0 R/.test(font),
    ),
    'A 6.2.11.3 every font of two bytes is Identity-H, with its map of glyphs':
      every(/\/Subtype \/Type0/, (font) => /\/Encoding \/Identity-H/.test(font)) &&
      every(/\/Subtype \/CIDFontType2/, (font) => /\/CIDToGIDMap \/Identity/.test(font)),
    'A 6.2.11.7 every font says which characters its glyphs are': every(/\/Subtype \/Type0/, (font) =>
      /\/ToUnicode \d+ 0 R/.test(font),
    ),
    'A 6.3 annotations are printed': every(
      /\/Type \/Annot/,
      (annotation) => (Number(/\/F (\d+)/.exec(annotation)?.[1]) & 4) === 4,
    ),
    'A 6.4 and 6.5 no forms, scripts and actions': !/\/(?:AcroForm|XFA|JavaScript|JS|AA|OpenAction|Launch)\b/.test(all),
    'A 6.6.2 the file says PDF/A-3a': /<pdfaid:part>3</.test(xmp) && /<pdfaid:conformance>A</.test(xmp),
    'A 6.6.2.3 the property of PDF/UA is described':
      /<pdfaSchema:namespaceURI>http:\/\/www\.aiim\.org\/pdfua\/ns\/id\/</.test(xmp) &&
      /<pdfaProperty:name>part</.test(xmp),
    'A 6.6.2.1 title and time are the same in both places':
      titleInXmp !== undefined && createdInXmp.replace(/\D/g, '').slice(0, 14) === created,
    'A 6.7 and UA 7.1 tagged, and never suspect':
      /\/StructTreeRoot \d+ 0 R/.test(catalogue) && /\/Marked true/.test(all) && !/\/Suspects true/.test(all),
    'A 6.8 no embedded files': !/\/EmbeddedFiles?\b/.test(all),
    'UA 5 the file says PDF/UA-1': /<pdfuaid:part>1</.test(xmp),
    'UA 7.1 a title that readers show': /\/DisplayDocTitle true/.test(all) && Boolean(titleInXmp?.trim()),
    'UA 7.2 a language': /\/Lang \((?:de-DE|en-GB)\)/.test(catalogue),
    'UA 7.3 figures have a text and a place': every(
      /\/S \/Figure/,
      (figure) => /\/Alt [(<]/.test(figure) && /\/BBox \[/.test(figure),
    ),
    'UA 7.5 heads of tables have a scope': every(/\/S \/TH\b/, (head) => /\/Scope \/(?:Row|Column)/.test(head)),
    'UA 7.1 only standard kinds of elements': [
      ...all.matchAll(/\/S \/([A-Z]\w*)\n?[\s\S]{0,40}?(?=\/P |\/Alt|\/K |\/A )/g),
    ].every(([, role = '']) => standardRoles.has(role) || role.startsWith('GTS')),
    'UA 7.18.3 pages with annotations have the order of the structure': every(
      /\/Type \/Page\b/,
      (page) => !/\/Annots \[ ?\d/.test(page) || /\/Tabs \/S/.test(page),
    ),
  };
};

/** The rules of what a reader of tags meets. */
const rulesOfReading = ({ boxes, untagged, tree }: SeenPdf): Record<string, boolean> => {
  const levels = tree.flatMap(({ role }) => (/^H\d$/.test(role) ? [Number(role[1])] : []));
  const parentOf = (index: number) => {
    const depth = tree[index]?.depth ?? 0;
    return tree.slice(0, index).findLast((one) => one.depth < depth)?.role;
  };
  const inside = (role: string, parents: readonly string[]) =>
    tree.every((one, index) => one.role !== role || parents.includes(parentOf(index) ?? ''));
  return {
    'A 6.2.11.8 no glyph of a missing character': boxes === 0,
    'UA 7.1 nothing is outside of the structure but artifacts': untagged === 0,
    'UA 7.4 headings begin at the first level, and skip none': levels.every(
      (level, index) => level <= (levels[index - 1] ?? 0) + 1,
    ),
    'UA 7.5 rows are in tables, and cells in rows':
      inside('TR', ['Table']) && inside('TH', ['TR']) && inside('TD', ['TR']),
    'UA 7.6 items are in lists, with their labels and bodies':
      inside('LI', ['L']) && inside('Lbl', ['LI']) && inside('LBody', ['LI']),
    'UA 7.3 each picture has words': tree.every(({ role, alt }) => role !== 'Figure' || Boolean(alt?.trim())),
  };
};

/** The names of the rules that a file breaks; docs/decisions/letter-conformance.md says which there are. */
export const faultsOf = (bytes: Buffer, seen: SeenPdf): string[] =>
  Object.entries({ ...rulesOfBytes(bytes), ...rulesOfReading(seen) })
    .filter(([, kept]) => !kept)
    .map(([name]) => name);
