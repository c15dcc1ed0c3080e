import { Readable } from 'node:stream';
import { fontFiles, type FontWeight } from './pdf-fonts.ts';
import { linesOf, type Fonts, type Line, type Span } from './pdf-lines.ts';
import { archivableFile, type FileOptions } from './pdf-file.ts';

const margin = 56;
const footRoom = 20;
const colors = { ink: '#1b1f24', muted: '#5a6472', line: '#c9d0d8', accent: '#24488f' };
const sizes = { title: 22, heading: 16, subheading: 12.5, text: 10.5, small: 8.5 };
// Room for marks above and below characters of any script.
const [ascent, lineHeight] = [1.05, 1.45];

/** The part of pdfkit's font object used here. */
interface OpenedFont {
  font: { hasGlyphForCodePoint: (codePoint: number) => boolean };
}
// Joiners and direction marks are invisible, and need no glyph.
const invisible = /^[\s\p{Cc}\p{Cf}\p{DI}]+$/u;

export interface PagesOptions extends FileOptions {
  foot: (page: number, pages: number) => string;
  /** At the left of every foot. */
  footLeft?: string;
}

type Element = PDFKit.PDFStructureElement;
/** A text with its place: the whole column, or a part of it. */
interface Writing {
  font?: FontWeight;
  size?: keyof typeof sizes;
  color?: keyof typeof colors;
  gap?: number;
  /** The kind of structure element. */
  tag?: string;
  left?: number;
  width?: number;
}
/** A cell's text; the first row of a table has its headings. */
type Cell = string;
/** @property share of the width, of all columns together 1 */
export interface Column {
  share: number;
}

/** A heading with its name in the file; `level` 2 belongs to the `level` 1 before it. */
export interface Place {
  name: string;
  text: string;
  level: 1 | 2;
}
/** A row of the contents that waits for its page number. */
interface PromisedPage {
  name: string;
  page: number;
  top: number;
  link: Element;
}
export interface Picture {
  jpeg: Buffer;
  /** In pixels. */
  width: number;
  height: number;
  alt: string;
  caption?: string;
}

// Of the contents.
const [indent, numberRoom] = [14, 40];
const pictureMargin = 28;
const leastPicture = 240;
// Small pictures stay small: enlarged, they would look more exact than they are.
const largestScale = 1;
// Of a document that is read while it is written.
const mostUnread = 1024 * 1024;
// Of the heads of a letter.
const firstHalf = 0.54;
// Widths scale with the size: measured once at this size.
const measured = 1000;
const fallbackFont = fontFiles[0]?.[0] ?? '';
// Spaces, digits and punctuation use the font of what precedes them.
const isCommon = /^[\p{Script=Common}\p{Script=Inherited}]+$/u;
const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
/** Splits spans at line breaks, without characters that reorder or hide their surroundings. */
const paragraphsOf = (spans: readonly Span[]): Span[][] => {
  const paragraphs: Span[][] = [[]];
  for (const { text, weight } of spans) {
    text
      .replace(/\t/g, ' ')
      .split(/\r\n|[\n\r\u2028\u2029\f\v]/)
      .forEach((line, index) => {
        if (index > 0) paragraphs.push([]);
        paragraphs.at(-1)?.push({ text: line.normalize('NFC').replace(/\p{Cc}/gu, ''), weight });
      });
  }
  return paragraphs;
};

/** A simple document of headings, labels and paragraphs, with page numbers; tagged for screen readers. */
export class PdfPages {
  private readonly pdf: PDFKit.PDFDocument;
  /** Continues a writer that waits for its reader. */
  private wakeWriter: () => void = () => undefined;
  private abandoned = false;
  private readonly promised: PromisedPage[] = [];
  private readonly pageOfPlace = new Map<string, number>();
  private outlineParent: PDFKit.PDFOutline | undefined;
  /** Whether any character has no font. */
  lettersMissing = false;
  private readonly opened = new Set<string>();
  // Cached, because fontkit rereads its tables on every lookup.
  private readonly held = new Map<string, boolean>();
  private readonly widths = new Map<string, number>();
  private readonly fontOfLetter = new Map<string, string | undefined>();
  /** The structure element that new content belongs to. */
  private inside: Element;

  constructor(private readonly options: PagesOptions) {
    this.pdf = archivableFile(options, { top: margin, left: margin, right: margin, bottom: margin + footRoom });
    this.inside = this.pdf.struct('Document');
    this.pdf.addStructure(this.inside);
  }

  title(text: string, under: string): void {
    this.write(text, { font: 'strong', size: 'title', tag: 'H1' });
    this.write(under, { color: 'muted', gap: 18 });
  }

  /** The heads of a letter: who writes, and how to reach them. */
  letterhead(name: string, under: string, beside: readonly string[]): void {
    const { y } = this.pdf;
    const half = this.columnWidth * firstHalf;
    this.write(name, { font: 'strong', size: 'heading', width: half });
    this.write(under, { color: 'muted', width: half });
    const below = this.pdf.y;
    this.pdf.y = y;
    for (const line of beside) this.write(line, { left: margin + half + 12, width: this.columnWidth - half - 12 });
    this.pdf.y = Math.max(below, this.pdf.y) + 8;
    this.rule('accent', 1.2);
    this.pdf.y += 24;
  }

  /** An address beside the facts of a letter. */
  addressed(sender: string, lines: readonly string[], facts: readonly (readonly [string, string])[]): void {
    const { y } = this.pdf;
    const half = this.columnWidth * firstHalf;
    this.write(sender, { size: 'small', color: 'muted', width: half, gap: 6 });
    this.write(lines.join('\n'), { width: half });
    const below = this.pdf.y;
    this.pdf.y = y;
    this.table(
      [{ share: 0.34 }, { share: 0.66 }],
      facts.map(([term, detail]) => [term, detail]),
      { heads: 'column', left: margin + half + 12, width: this.columnWidth - half - 12 },
    );
    this.pdf.y = Math.max(below, this.pdf.y) + 24;
  }

  /** The subject of a letter. */
  subject(text: string): void {
    this.write(text, { font: 'strong', size: 'heading', gap: 8, tag: 'H1' });
  }

  /** A part of a letter. */
  part(text: string): void {
    this.keepTogether(60);
    this.pdf.y += 8;
    this.write(text, { font: 'strong', size: 'subheading', color: 'accent', gap: 2, tag: 'H2' });
  }

  /** A table whose first row, or first column, has the headings; rows stay whole. */
  table(
    columns: readonly Column[],
    rows: readonly (readonly Cell[])[],
    {
      heads = 'row',
      left = margin,
      width = this.columnWidth,
    }: { heads?: 'row' | 'column'; left?: number; width?: number } = {},
  ): void {
    const [size, space] = [sizes.text, 8];
    const starts = columns.map((_, index) => columns.slice(0, index).reduce((sum, { share }) => sum + share, 0));
    this.within('Table', {}, () => {
      for (const [at, row] of rows.entries()) {
        const isHead = (column: number) => (heads === 'row' ? at === 0 : column === 0);
        const cells = row.map((text, column) => {
          const weight: FontWeight = heads === 'row' && column === 0 && at > 0 ? 'strong' : 'text';
          const room = (columns[column]?.share ?? 0) * width - space;
          return paragraphsOf([{ text, weight }]).flatMap((part) => linesOf(part, room, this.fontsFor(size)));
        });
        const height = Math.max(...cells.map((lines) => lines.length)) * size * lineHeight + 2;
        this.keepTogether(height);
        const { y } = this.pdf;
        this.within('TR', {}, () => {
          for (const [column, lines] of cells.entries()) {
            const head = isHead(column);
            this.within(head ? 'TH' : 'TD', head ? { scope: heads === 'row' ? 'Column' : 'Row' } : {}, (cell) => {
              this.mark(cell, head ? 'TH' : 'TD', () => {
                for (const [index, line] of lines.entries()) {
                  const x = left + (starts[column] ?? 0) * width;
                  this.draw(line, x, y + index * size * lineHeight, size, head ? colors.muted : colors.ink);
                }
              });
            });
          }
        });
        this.pdf.y = y + height;
      }
    });
    this.pdf.x = margin;
  }

  /** Closing words, a line to sign on, the writer's name, and when it was released. */
  signature(closing: string, name: string, under: string, released: string): void {
    this.keepTogether(130);
    this.pdf.y += 12;
    this.write(closing, { gap: 36 });
    this.rule('muted', 0.7, this.columnWidth * 0.4);
    this.pdf.y += 4;
    this.write(name, { font: 'strong' });
    if (under) this.write(under, { color: 'muted' });
    this.pdf.y += 8;
    this.write(released, { size: 'small', color: 'muted' });
  }

  /** A question in a part of a letter. */
  question(text: string): void {
    this.keepTogether(40);
    this.pdf.y += 2;
    this.write(text, { font: 'strong', gap: 1, tag: 'H3' });
  }

  heading(text: string): void {
    this.keepTogether(90);
    this.pdf.y += 9;
    this.rule('line', 0.7);
    this.pdf.y += 9;
    this.write(text, { font: 'strong', size: 'heading', gap: 6, tag: 'H2' });
  }

  subheading(text: string): void {
    this.keepTogether(60);
    this.pdf.y += 8;
    this.write(text, { font: 'strong', size: 'subheading', gap: 3, tag: 'H3' });
  }

  /** User-written text with its line breaks; nothing if empty. */
  paragraph(text: string | null | undefined): void {
    if (text?.trim()) this.write(text.trim(), { gap: 6 });
  }

  /** A line that introduces the text below it. */
  lead(text: string): void {
    this.keepTogether(40);
    this.write(text, { font: 'strong', gap: 1 });
  }

  /** A label with its value; nothing without a value. */
  fact(label: string, value: string | null | undefined): void {
    if (!value?.trim()) return;
    this.lines(
      [
        { text: /[?!.:]$/.test(label) ? `${label} ` : `${label}: `, weight: 'strong' },
        { text: value.trim(), weight: 'text' },
      ],
      {},
    );
    this.pdf.y += 4;
  }

  /** A small line above its text. */
  note(text: string): void {
    this.keepTogether(40);
    this.write(text, { color: 'muted', size: 'small', gap: 2 });
  }

  /** A note at the end of the document. */
  footnote(text: string): void {
    this.keepTogether(60);
    this.pdf.y += 14;
    this.write(text, { color: 'muted' });
  }

  /** A list of the document's places with links; `end` adds the page numbers, once they are known. */
  contents(title: string, entries: readonly Place[]): void {
    this.keepTogether(90);
    this.pdf.y += 18;
    this.write(title, { font: 'strong', size: 'heading', gap: 8, tag: 'H2' });
    this.within('TOC', {}, () => {
      for (const entry of entries) this.contentsLine(entry);
    });
    this.pdf.x = margin;
  }

  private contentsLine({ name, text, level }: Place): void {
    const [left, size] = [margin + (level - 1) * indent, sizes.text];
    const width = this.columnWidth - (left - margin);
    const weight: FontWeight = level === 1 ? 'strong' : 'text';
    const lines = paragraphsOf([{ text, weight }]).flatMap((part) =>
      linesOf(part, width - numberRoom, this.fontsFor(size)),
    );
    const height = lines.length * size * lineHeight + 2;
    this.keepTogether(height);
    const { y } = this.pdf;
    this.within('TOCI', {}, () =>
      this.within('Reference', {}, () =>
        this.within('Link', {}, (link) => {
          this.mark(link, 'Link', () => {
            for (const [index, line] of lines.entries())
              this.draw({ ...line, spaced: true }, left, y + index * size * lineHeight, size, colors.ink);
          });
          const options = { structParent: link, Contents: new String(text) };
          this.pdf.goTo(left, y, width, height, name, options as object);
          const top = y + (lines.length - 1) * size * lineHeight;
          this.promised.push({ name, page: this.currentPage, top, link });
        }),
      ),
    );
    this.pdf.y = y + height;
  }

  /** A heading that the contents and the bookmarks lead to. */
  place({ name, text, level }: Place): void {
    this.keepTogether(90);
    const { y } = this.pdf;
    this.pdf.addNamedDestination(name, 'XYZ', 0, y, null);
    this.pageOfPlace.set(name, this.currentPage);
    const parent = level === 1 ? this.pdf.outline : (this.outlineParent ?? this.pdf.outline);
    // The page as a whole: pdfkit's other kind of destination scrolls to the right edge.
    const item = parent.addItem(text, { expanded: false, fit: true } as object);
    if (level === 1) this.outlineParent = item;
    if (level === 1) this.heading(text);
    else this.subheading(text);
  }

  /** Continues on a new page, unless this one is empty. */
  newPage(): void {
    if (this.pdf.y > margin) this.pdf.addPage();
  }

  /**
   * A picture as wide and high as the rest of the page allows.
   * @param alt what a screen reader says in its place
   */
  picture({ jpeg, width, height, alt, caption }: Picture): void {
    if (caption) this.write(caption, { color: 'muted', size: 'small', gap: 4 });
    const bottom = this.pdf.page.height - margin - footRoom;
    // On what is left of a page it would be too small to read.
    if (bottom - this.pdf.y < leastPicture) this.pdf.addPage();
    const [wide, high] = [this.pdf.page.width - 2 * pictureMargin, bottom - this.pdf.y];
    const scale = Math.min(wide / width, high / height, largestScale);
    const { y } = this.pdf;
    const left = (this.pdf.page.width - width * scale) / 2;
    const bbox = [left, y, left + width * scale, y + height * scale];
    this.within('Figure', { alt, bbox, placement: 'Block' }, (figure) =>
      this.mark(figure, 'Figure', () => {
        this.pdf.image(jpeg, left, y, { width: width * scale, height: height * scale });
      }),
    );
    this.pdf.x = margin;
    this.pdf.y = y + height * scale + 8;
  }

  /** The bytes as they are written; ends after {@link end}. A reader that stops makes {@link relieved} fail. */
  async *bytes(): AsyncGenerator<Buffer> {
    try {
      for await (const piece of this.pdf as AsyncIterable<Buffer>) {
        yield piece;
        if (this.pdf.readableLength < mostUnread) this.wakeWriter();
      }
    } finally {
      this.abandoned = true;
      this.wakeWriter();
    }
  }

  /** {@link bytes} as a stream. */
  stream(): Readable {
    return Readable.from(this.bytes(), { objectMode: false });
  }

  /** Resolves when little of what was written is unread, so that a long document is never held whole. */
  async relieved(): Promise<void> {
    if (this.pdf.readableLength >= mostUnread && !this.abandoned)
      await new Promise<void>((resolve) => {
        this.wakeWriter = resolve;
      });
    if (this.abandoned) throw new Error('Nobody reads this PDF any more.');
  }

  /** Makes the reader of {@link bytes} fail. */
  abandon(failure: unknown): void {
    this.pdf.destroy(failure instanceof Error ? failure : new Error(String(failure)));
  }

  /** All bytes, read from now on; resolves after {@link end}. */
  async whole(): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.bytes()) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  /** The finished document. */
  finish(): Promise<Buffer> {
    this.end();
    return this.whole();
  }

  /** Adds the feet and the page numbers of the contents. */
  end(): void {
    for (const { name, page, top, link } of this.promised) {
      const place = this.pageOfPlace.get(name);
      if (place === undefined) throw new Error(`The contents name a place that was not written: ${name}.`);
      this.pdf.switchToPage(page);
      const [number] = linesOf([{ text: String(place + 1), weight: 'text' }], numberRoom, this.fontsFor(sizes.text));
      if (!number) continue;
      this.mark(link, 'Link', () =>
        this.draw(number, margin + this.columnWidth - number.width, top, sizes.text, colors.muted),
      );
    }
    const { start, count } = this.pdf.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.pdf.switchToPage(page);
      const { margins, height, width } = this.pdf.page;
      // Below the margin, where writing would start a new page.
      margins.bottom = 0;
      this.asArtifact(() => {
        const [right] = this.footLine(this.options.foot(page + 1, count), this.columnWidth);
        if (right) this.draw(right, width - margin - right.width, height - margin, sizes.small, colors.muted);
        const room = this.columnWidth - (right?.width ?? 0) - 16;
        const [left] = this.options.footLeft ? this.footLine(this.options.footLeft, room) : [];
        if (left) this.draw(left, margin, height - margin, sizes.small, colors.muted);
      });
    }
    this.pdf.end();
  }

  private get currentPage(): number {
    const { start, count } = this.pdf.bufferedPageRange();
    return start + count - 1;
  }

  private footLine(text: string, width: number): Line[] {
    return linesOf([{ text, weight: 'text' }], width, this.fontsFor(sizes.small));
  }
  /** Adds an element to the structure, and what `write` draws to the element. */
  private within(tag: string, options: object, write: (element: Element) => void): void {
    const outer = this.inside;
    const element = this.pdf.struct(tag, options);
    outer.add(element);
    this.inside = element;
    write(element);
    this.inside = outer;
  }
  /** Draws marked content of an element, on the current page. */
  private mark(element: Element, tag: string, draw: () => void): void {
    const content = this.pdf.markStructureContent(tag);
    draw();
    this.pdf.endMarkedContent();
    element.add(content);
  }
  /** Draws what a screen reader leaves out. */
  private asArtifact(draw: () => void): void {
    this.pdf.markContent('Artifact');
    draw();
    this.pdf.endMarkedContent();
  }
  private rule(color: keyof typeof colors, width: number, length = this.columnWidth): void {
    const { y } = this.pdf;
    this.asArtifact(() =>
      this.pdf
        .moveTo(margin, y)
        .lineTo(margin + length, y)
        .lineWidth(width)
        .strokeColor(colors[color])
        .stroke(),
    );
  }

  private write(text: string, { font = 'text', gap = 0, ...more }: Writing): void {
    this.lines([{ text, weight: font }], more);
    if (gap) this.pdf.y += gap;
  }

  private get columnWidth(): number {
    return this.pdf.page.width - 2 * margin;
  }
  /** Writes lines, starting a new page where needed. */
  private lines(
    spans: readonly Span[],
    { size: named = 'text', color = 'ink', tag = 'P', left = margin, width = this.columnWidth }: Writing,
  ): void {
    const size = sizes[named];
    const missing = this.lettersMissing;
    this.lettersMissing = false;
    const paragraphs = paragraphsOf(spans).map((part) => linesOf(part, width, this.fontsFor(size)));
    for (const lines of paragraphs.slice(0, -1)) for (const line of lines.slice(-1)) line.spaced = true;
    const text = spans.map((span) => span.text).join('');
    // Drawn from left to right, or with characters left out, it is read wrongly.
    const options = this.lettersMissing || isRightToLeft.test(text) ? { actual: text } : {};
    this.lettersMissing ||= missing;
    this.within(tag, options, (element) => {
      for (const line of paragraphs.flat()) {
        if (this.pdf.y + size * lineHeight > this.pdf.page.height - margin - footRoom) this.pdf.addPage();
        const { y } = this.pdf;
        this.mark(element, tag, () => {
          this.draw(line, line.rightToLeft ? left + width - line.width : left, y, size, colors[color]);
        });
        this.pdf.y = y + size * lineHeight;
      }
    });
    this.pdf.x = margin;
  }
  private draw(line: Line, left: number, top: number, size: number, color: string): void {
    const below = this.pdf.y;
    const put = (text: string, font: string, weight: FontWeight, x: number, height: number) =>
      this.use(font, weight)
        .fontSize(height)
        .fillColor(color)
        .text(text, x, top + size * ascent, { lineBreak: false, baseline: 'alphabetic' });
    let x = left;
    for (const piece of line.pieces) {
      put(piece.text, piece.font, piece.weight, x, size);
      x += piece.width;
    }
    // Words at the end of a line would be read as one with the next line; small, because it is beyond the line.
    if (line.spaced) put(' ', fallbackFont, 'text', x, 0.1);
    this.pdf.y = below;
  }

  private use(font: string, weight: FontWeight): PDFKit.PDFDocument {
    const name = `${font}-${weight}`;
    if (!this.opened.has(name)) {
      const file = fontFiles.find(([known]) => known === font)?.[1]();
      if (!file) throw new Error(`There is no font ${font}.`);
      this.pdf.registerFont(name, file[weight]);
      this.opened.add(name);
    }
    return this.pdf.font(name);
  }
  private has(font: string, letter: string): boolean {
    const key = `${font} ${letter}`;
    const known = this.held.get(key);
    if (known !== undefined) return known;
    const { font: opened } = (this.use(font, 'text') as unknown as { _font: OpenedFont })._font;
    const holds = [...letter].every(
      (character) => invisible.test(character) || opened.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
    );
    this.held.set(key, holds);
    return holds;
  }
  private fontsFor(size: number): Fonts {
    return {
      fallback: fallbackFont,
      widthOf: (text, font, weight) => {
        const key = `${font} ${weight} ${text}`;
        const known = this.widths.get(key) ?? this.use(font, weight).fontSize(measured).widthOfString(text);
        this.widths.set(key, known);
        return (known * size) / measured;
      },
      fontOf: (letter, before) => {
        if (before && isCommon.test(letter) && this.has(before, letter)) return before;
        if (!this.fontOfLetter.has(letter)) {
          const font = fontFiles.map(([name]) => name).find((name) => this.has(name, letter));
          this.fontOfLetter.set(letter, font);
        }
        const font = this.fontOfLetter.get(letter);
        this.lettersMissing ||= font === undefined;
        return font;
      },
    };
  }
  private keepTogether(room: number): void {
    if (this.pdf.y > this.pdf.page.height - margin - footRoom - room) this.pdf.addPage();
  }
}
