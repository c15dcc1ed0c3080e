import { inflateSync } from 'node:zlib';

/** The bytes of a file from `start` up to, not including, `end`. */
export type ReadPart = (start: number, end: number) => Promise<Buffer>;

const endBytes = 1024;
const mostTable = 64 * 1024;
const mostObject = 4096;
const mostContent = 64 * 1024;
const mostSteps = 8;
// What draws pictures and lines; whatever else stands in a page's content may be text.
const wordless = /^(?:[-+.\d]+|\/[\w.]+|q|Q|cm|gs|w|J|j|M|d|re|m|l|c|h|W|n|f|S|g|G|rg|RG|k|K|Do|\[|\])$/;

class NotPlain extends Error {}
const found = (text: string, pattern: RegExp): string => {
  const match = pattern.exec(text);
  if (!match) throw new NotPlain();
  return match[1] as string;
};
/** A dictionary, as long as nothing in it can mean something else than it says: no escapes, no texts, no comments. */
const plain = (dictionary: string): string => {
  if (/[#(%]/.test(dictionary)) throw new NotPlain();
  return dictionary;
};

/** A PDF with one uncompressed table of contents, read object by object. */
class PlainPdf {
  private constructor(private readonly size: number, private readonly read: ReadPart, private readonly table: string, private readonly count: number, readonly trailer: string) {}

  static async open(size: number, read: ReadPart): Promise<PlainPdf> {
    const end = (await read(Math.max(0, size - endBytes), size)).toString('latin1');
    const at = Number(found(end, /startxref\s+(\d{1,10})\s+%%EOF\s*$/));
    if (at >= size || size - at > mostTable) throw new NotPlain();
    const text = (await read(at, size)).toString('latin1');
    const [head, count] = /^xref\s+0 (\d{1,5})\s*?\n/.exec(text) ?? [];
    if (!head) throw new NotPlain();
    const table = text.slice(head.length, head.length + 20 * Number(count));
    const trailer = plain(found(text.slice(head.length + table.length), /^\s*trailer\s*<<([^]*)>>\s*startxref\s+\d+\s+%%EOF\s*$/));
    if (/\/(?:Encrypt|Prev|XRefStm)\b/.test(trailer)) throw new NotPlain();
    return new PlainPdf(size, read, table, Number(count), trailer);
  }

  /** An object's dictionary, and where its stream begins if it has one. */
  async object(number: string): Promise<{ dictionary: string; stream: number }> {
    if (Number(number) >= this.count) throw new NotPlain();
    const at = Number(found(this.table.slice(20 * Number(number), 20 * Number(number) + 20), /^(\d{10}) \d{5} n/));
    const text = (await this.read(at, Math.min(this.size, at + mostObject))).toString('latin1');
    const head = found(text, new RegExp(`^(\\s*${number} 0 obj\\s*<<)`));
    const end = text.slice(head.length).search(/>>\s*(?:endobj|stream\r?\n)/);
    if (end < 0) throw new NotPlain();
    const dictionary = plain(text.slice(head.length, head.length + end));
    return { dictionary, stream: at + head.length + end + found(text.slice(head.length + end), /^(>>\s*(?:endobj|stream\r?\n))/).length };
  }

  async content(number: string): Promise<string> {
    const { dictionary, stream } = await this.object(number);
    const length = Number(found(dictionary, /\/Length (\d{1,6})(?!\s+\d+\s+R)(?!\d)/));
    if (length > mostContent || /\/(?:DecodeParms|F)\b/.test(dictionary)) throw new NotPlain();
    const bytes = await this.read(stream, Math.min(this.size, stream + length));
    if (!dictionary.includes('/Filter')) return bytes.toString('latin1');
    found(dictionary, /(\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\]))/);
    return inflateSync(bytes, { maxOutputLength: 4 * mostContent }).toString('latin1');
  }
}

const firstPage = async (pdf: PlainPdf): Promise<string> => {
  const catalog = await pdf.object(found(pdf.trailer, /\/Root\s+(\d+) 0 R/));
  let { dictionary } = await pdf.object(found(catalog.dictionary, /\/Pages\s+(\d+) 0 R/));
  for (let step = 0; step < mostSteps; step += 1) {
    if (/\/Type\s*\/Page\b/.test(dictionary)) return dictionary;
    ({ dictionary } = await pdf.object(found(dictionary, /\/Kids\s*\[\s*(\d+) 0 R/)));
  }
  throw new NotPlain();
};

const drawsOnlyPictures = async (pdf: PlainPdf, page: string): Promise<boolean> => {
  const content = await pdf.content(found(page, /\/Contents\s+(?:\[\s*)?(\d+) 0 R(?!\s+\d)/));
  if (!content.split(/\s+/).every((word) => word === '' || wordless.test(word))) return false;
  if (!/\bDo\b/.test(content)) return true;
  const resources = /\/Resources\s*<</.test(page) ? page : (await pdf.object(found(page, /\/Resources\s+(\d+) 0 R/))).dictionary;
  const drawn = found(resources, /\/XObject\s*<<([^<>]*)>>/).match(/\d+(?= 0 R)/g) ?? [];
  if (drawn.length > mostSteps) return false;
  for (const number of drawn) found((await pdf.object(number)).dictionary, /(\/Subtype\s*\/Image\b)/);
  return true;
};

/**
 * Whether a PDF's first page plainly is pictures without a word, as scanners make it. Then there is nothing to be read from it, and pdf.js,
 * which sets aside memory for the whole length of a file, need not look. `false`: it may be anything.
 */
export const isPlainScan = async (size: number, read: ReadPart): Promise<boolean> => {
  try {
    const pdf = await PlainPdf.open(size, read);
    const page = await firstPage(pdf);
    return !page.includes('/Contents') || (await drawsOnlyPictures(pdf, page));
  } catch {
    return false;
  }
};
