import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Item {
  text: string;
  left: number;
  right: number;
  bottom: number;
  page: number;
}
/** An element of the structure, in reading order. */
export interface Tagged {
  role: string;
  depth: number;
  page: number;
  /** The text of the element itself, without that of elements in it. */
  text: string;
  alt: string | null;
  bbox: boolean;
}
export interface SeenPdf {
  items: Item[];
  /** Glyphs that stand for a missing character. */
  boxes: number;
  /** The roles of the structure, in reading order. */
  tags: string[];
  tree: Tagged[];
  /** Text, lines and pictures outside of any marked content. */
  untagged: number;
  /** Texts of artifacts. */
  artifacts: string[];
  pages: number;
  /** The bookmarks with those below them. */
  outline: Bookmark[];
}
export interface Bookmark {
  title: string;
  items: Bookmark[];
}

// In a process of its own: Jest cannot load pdf.js.
const reader = `
import { readFile } from 'node:fs/promises';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
const pdf = await getDocument({ data: new Uint8Array(await readFile(process.argv.at(-1))), verbosity: 0, disableFontFace: true }).promise;
const items = [], tags = [], tree = [], artifacts = [];
let [boxes, untagged] = [0, 0];
for (let number = 1; number <= pdf.numPages; number += 1) {
  const page = await pdf.getPage(number);
  const texts = new Map();
  const open = [];
  for (const item of (await page.getTextContent({ disableNormalization: true, includeMarkedContent: true })).items) {
    if (item.type?.startsWith('beginMarkedContent')) { open.push(item.tag === 'Artifact' ? 'artifact' : (item.id ?? '')); if (item.tag === 'Artifact') artifacts.push(''); continue; }
    if (item.type === 'endMarkedContent') { open.pop(); continue; }
    const at = open.findLast(Boolean);
    if (at === 'artifact') artifacts[artifacts.length - 1] += item.str;
    else if (at) texts.set(at, (texts.get(at) ?? '') + item.str + (item.hasEOL ? ' ' : ''));
    items.push({ text: item.str, left: item.transform[4], right: item.transform[4] + item.width, bottom: item.transform[5], page: number });
  }
  const walk = (node, depth) => {
    if (node.type === 'content') return;
    const own = (node.children ?? []).filter((child) => child.type === 'content').map((child) => texts.get(child.id) ?? '').join('');
    if (node.role && node.role !== 'Root') { tags.push(node.role); tree.push({ role: node.role, depth, page: number, text: own, alt: node.alt ?? null, bbox: Array.isArray(node.bbox) }); }
    node.children?.forEach((child) => walk(child, depth + 1));
  };
  walk((await page.getStructTree()) ?? {}, 0);
  const { fnArray, argsArray } = await page.getOperatorList();
  let marked = 0;
  for (const fn of fnArray) {
    if (fn === OPS.beginMarkedContent || fn === OPS.beginMarkedContentProps) marked += 1;
    if (fn === OPS.endMarkedContent) marked -= 1;
    if ([OPS.showText, OPS.constructPath, OPS.paintImageXObject].includes(fn) && marked === 0) untagged += 1;
  }
  fnArray.forEach((fn, index) => { if (fn === OPS.showText) boxes += argsArray[index][0].filter((glyph) => glyph && glyph.originalCharCode === 0).length; });
}
const bookmarks = (list) => list.map(({ title, items }) => ({ title, items: bookmarks(items) }));
const outline = bookmarks((await pdf.getOutline()) ?? []);
console.log(JSON.stringify({ items, boxes, tags, tree, untagged, artifacts, pages: pdf.numPages, outline }));
`;

/** Reads a PDF with pdf.js: text with its place, and the structure as a screen reader walks it. */
export const seePdf = async (bytes: Buffer): Promise<SeenPdf> => {
  const folder = await mkdtemp(join(tmpdir(), 'konsil-pages-'));
  try {
    const file = join(folder, 'pages.pdf');
    await writeFile(file, bytes);
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', reader, file], {
      cwd: __dirname,
      maxBuffer: 64 * 1024 * 1024,
    });
    return JSON.parse(stdout) as SeenPdf;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const textOf = (items: readonly { text: string }[]): string =>
  items
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, ' ');
