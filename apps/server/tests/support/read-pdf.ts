import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface ReadPdf {
  pages: number;
  /** The text of each page. */
  texts: string[];
  /** The bookmarks, with their level from 0. */
  outline: { title: string; level: number }[];
  /** The page that each internal link leads to, from 1. */
  links: { from: number; to: number }[];
  pictures: number;
  /** Roles of the structure, and what screen readers say for pictures. */
  roles: string[];
  alts: string[];
}

// In a process of its own: Jest cannot load pdf.js.
const reader = `
import { readFile } from 'node:fs/promises';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
const pdf = await getDocument({ data: new Uint8Array(await readFile(process.argv.at(-1))), verbosity: 0, disableFontFace: true }).promise;
const told = { pages: pdf.numPages, texts: [], outline: [], links: [], pictures: 0, roles: [], alts: [] };
const walk = (node) => {
  if (node.role) told.roles.push(node.role);
  if (node.alt) told.alts.push(node.alt);
  node.children?.forEach(walk);
};
const bookmarks = (items, level) => items?.forEach((item) => { told.outline.push({ title: item.title, level }); bookmarks(item.items, level + 1); });
bookmarks(await pdf.getOutline(), 0);
for (let number = 1; number <= pdf.numPages; number += 1) {
  const page = await pdf.getPage(number);
  told.texts.push((await page.getTextContent()).items.map((item) => item.str).join(' ').replace(/\\s+/g, ' '));
  walk((await page.getStructTree()) ?? {});
  told.pictures += (await page.getOperatorList()).fnArray.filter((fn) => fn === OPS.paintImageXObject).length;
  for (const { dest } of await page.getAnnotations()) {
    const target = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    told.links.push({ from: number, to: (await pdf.getPageIndex(target[0])) + 1 });
  }
}
console.log(JSON.stringify(told));
`;

/** Reads a PDF as another program does. */
export const readPdf = async (bytes: Buffer): Promise<ReadPdf> => {
  const folder = await mkdtemp(join(tmpdir(), 'konsil-pdf-'));
  try {
    const file = join(folder, 'file.pdf');
    await writeFile(file, bytes);
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', reader, file], {
      cwd: __dirname,
      maxBuffer: 64 * 1024 * 1024,
    });
    return JSON.parse(stdout) as ReadPdf;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The text of all pages, with single spaces. */
export const wordsOfPdf = async (bytes: Buffer): Promise<string> =>
  (await readPdf(bytes)).texts.join(' ').replace(/\s+/g, ' ');
