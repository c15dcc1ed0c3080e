import { Readable } from 'node:stream';
import { fallbackFont, FontBook } from './font-book.ts';
import type { FontWeight } from './pdf-fonts.ts';
import { linesOf, type Line, type Span } from './pdf-lines.ts';
import { archivableFile, type FileOptions } from './pdf-file.ts';

export const footRoom = 20;
export const colors = { ink: '#1b1f24', muted: '#5a6472', line: '#c9d0d8', accent: '#24488f', ground: '#f3f5f8' };
export const sizes = { title: 22, heading: 16, practice: 14.5, subheading: 12.5, text: 10.5, note: 9, small: 8.5 };
// Room for marks above and below characters of any script.
const ascent = 1.05;
export const lineHeight = 1.45;

/** In points. */
export interface Margins {
  top: number;
  bottom: number;
  left: number;
  right: number;
}
export interface PagesOptions extends FileOptions {
  foot: (page: number, pages: number) => string;
  /** Text at the left of every page footer. */
  footLeft?: string;
}

export type Element = PDFKit.PDFStructureElement;
/** A text with its place: the whole column, or a part of it. */
export interface Writing {
  font?: FontWeight;
  size?: keyof typeof sizes;
  color?: keyof typeof colors;
  gap?: number;
  /** The kind of structure element. */
  tag?: string;
  left?: number;
  width?: number;
  align?: 'left' | 'right';
}
/** A cell's text; the first row of a table has its headings. */
export type Cell = string;
/** @property ruled a line below each row */
export interface TableLook {
  heads?: 'row' | 'column';
  left?: number;
  width?: number;
  ruled?: boolean;
}
/** @property share of the width, of all columns together 1 */
export interface Column {
  share: number;
}

// Between columns.
export const cellSpace = 8;
// The most bytes that wait for the reader of a document, who reads while it is written.
const mostUnread = 1024 * 1024;
const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
/**
 * The text for screen readers, where the drawn characters would be read wrongly: right to left, or with missing glyphs.
 */
const readAs = (text: string, lettersMissing: boolean): { actual?: string } =>
  lettersMissing || isRightToLeft.test(text) ? { actual: text } : {};

/** Splits spans at line breaks, without characters that reorder or hide their surroundings. */
export const paragraphsOf = (spans: readonly Span[]): Span[][] => {
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

/** A file of tagged text with page numbers: everything on a page is in the structure, or left out by screen readers. */
export class TaggedPages {
  protected readonly pdf: PDFKit.PDFDocument;
  /** Continues a writer that waits for its reader. */
  private wakeWriter: () => void = () => undefined;
  private abandoned = false;
  protected readonly fonts: FontBook;
  /** The structure element that new content belongs to. */
  protected inside: Element;

  constructor(
    private readonly options: PagesOptions,
    protected readonly margins: Margins,
  ) {
    this.pdf = archivableFile(options, margins);
    this.fonts = new FontBook(this.pdf);
    this.inside = this.pdf.struct('Document');
    this.pdf.addStructure(this.inside);
  }

  /** True if any character has no font. */
  get lettersMissing(): boolean {
    return this.fonts.lettersMissing;
  }

  /** User-written text with its line breaks; nothing if empty. */
  paragraph(text: string | null | undefined): void {
    if (text?.trim()) this.write(text.trim(), { gap: 6 });
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

  /** A table whose first row, or first column, has the headings; rows stay whole, and a new page repeats the heads. */
  table(
    columns: readonly Column[],
    rows: readonly (readonly Cell[])[],
    { heads = 'row', left = this.margins.left, width = this.columnWidth, ruled = false }: TableLook = {},
  ): void {
    const size = sizes.text;
    const starts = columns.map((_, index) => columns.slice(0, index).reduce((sum, { share }) => sum + share, 0));
    const heightOf = (cells: readonly Line[][]) =>
      Math.max(...cells.map((lines) => lines.length)) * size * lineHeight + (ruled ? 5 : 2);
    const laid = rows.map((row, at) =>
      row.map((text, column) => {
        const weight: FontWeight = heads === 'row' && column === 0 && at > 0 ? 'strong' : 'text';
        const room = (columns[column]?.share ?? 0) * width - cellSpace;
        return paragraphsOf([{ text, weight }]).flatMap((part) => linesOf(part, room, this.fonts.at(size)));
      }),
    );
    const drawCell = (lines: readonly Line[], column: number, y: number, color: string) => {
      for (const [index, line] of lines.entries())
        this.draw(line, left + (starts[column] ?? 0) * width, y + index * size * lineHeight, size, color);
    };
    const under = (height: number) => {
      if (!ruled) return;
      this.pdf.y += height - 3;
      this.rule('line', 0.5, width, left);
      this.pdf.y -= height - 3;
    };
    const [first = []] = heads === 'row' ? laid : [];
    const beginning = laid.slice(0, heads === 'row' ? 2 : 1);
    this.makeRoom(beginning.reduce((sum, cells) => sum + heightOf(cells), 0));
    this.within('Table', {}, () => {
      for (const [at, cells] of laid.entries()) {
        const height = heightOf(cells);
        // A table's head row never stands alone at the end of a page.
        const needed = at === 0 && heads === 'row' && laid[1] ? height + heightOf(laid[1]) : height;
        if (this.startsPage(0, 1, at === 0 && heads === 'row' ? 'THead' : 'TR') || this.pdf.y + needed > this.floor) {
          this.pdf.addPage();
          if (at > 0 && heads === 'row') {
            const { y } = this.pdf;
            this.asArtifact(() => first.forEach((lines, column) => drawCell(lines, column, y, colors.muted)));
            under(heightOf(first));
            this.pdf.y = y + heightOf(first);
          }
        }
        const { y } = this.pdf;
        this.within('TR', {}, () => {
          for (const [column, lines] of cells.entries()) {
            const head = heads === 'row' ? at === 0 : column === 0;
            const tag = head ? 'TH' : 'TD';
            const text = rows[at]?.[column] ?? '';
            this.within(
              tag,
              { ...(head && { scope: heads === 'row' ? 'Column' : 'Row' }), ...readAs(text, false) },
              (cell) => this.mark(cell, tag, () => drawCell(lines, column, y, head ? colors.muted : colors.ink)),
            );
          }
        });
        under(height);
        this.pdf.y = y + height;
      }
    });
    this.pdf.x = this.margins.left;
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

  /** Adds the page footers. */
  end(): void {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.pdf.switchToPage(page);
      const { margins, height, width } = this.pdf.page;
      // Below the margin, where writing would start a new page.
      margins.bottom = 0;
      const footBase = this.margins.bottom - footRoom;
      this.asArtifact(() => {
        const [right] = this.footLine(this.options.foot(page + 1, count), this.columnWidth);
        if (right)
          this.draw(right, width - this.margins.right - right.width, height - footBase, sizes.small, colors.muted);
        const room = this.columnWidth - (right?.width ?? 0) - 16;
        const [left] = this.options.footLeft ? this.footLine(this.options.footLeft, room) : [];
        if (left) this.draw(left, this.margins.left, height - footBase, sizes.small, colors.muted);
      });
    }
    this.pdf.end();
  }

  protected get currentPage(): number {
    const { start, count } = this.pdf.bufferedPageRange();
    return start + count - 1;
  }

  protected footLine(text: string, width: number): Line[] {
    return linesOf([{ text, weight: 'text' }], width, this.fonts.at(sizes.small));
  }
  /** Adds an element to the structure, and what `write` draws to the element. */
  protected within(tag: string, options: object, write: (element: Element) => void): void {
    const outer = this.inside;
    const element = this.pdf.struct(tag, options);
    outer.add(element);
    this.inside = element;
    write(element);
    this.inside = outer;
  }
  /** Draws marked content of an element, on the current page. */
  protected mark(element: Element, tag: string, draw: () => void): void {
    const content = this.pdf.markStructureContent(tag);
    draw();
    this.pdf.endMarkedContent();
    element.add(content);
  }
  /** Draws content that screen readers skip. */
  protected asArtifact(draw: () => void): void {
    this.pdf.markContent('Artifact');
    draw();
    this.pdf.endMarkedContent();
  }
  protected rule(color: keyof typeof colors, width: number, length = this.columnWidth, left = this.margins.left): void {
    const { y } = this.pdf;
    this.asArtifact(() =>
      this.pdf
        .moveTo(left, y)
        .lineTo(left + length, y)
        .lineWidth(width)
        .strokeColor(colors[color])
        .stroke(),
    );
  }

  protected write(text: string, { font = 'text', gap = 0, ...more }: Writing): void {
    this.lines([{ text, weight: font }], more);
    if (gap) this.pdf.y += gap;
  }

  /** The height of a text, without a gap below. */
  protected heightOf(text: string, { font = 'text', size = 'text', width = this.columnWidth }: Writing): number {
    const parts = paragraphsOf([{ text, weight: font }]);
    const lines = parts.flatMap((part) => linesOf(part, width, this.fonts.at(sizes[size])));
    return lines.length * sizes[size] * lineHeight;
  }
  protected get columnWidth(): number {
    return this.pdf.page.width - this.margins.left - this.margins.right;
  }
  /** Writes lines, starting a new page where needed. */
  protected lines(
    spans: readonly Span[],
    {
      size: named = 'text',
      color = 'ink',
      tag = 'P',
      left = this.margins.left,
      width = this.columnWidth,
      align = 'left',
    }: Writing,
  ): void {
    const size = sizes[named];
    const missing = this.fonts.lettersMissing;
    this.fonts.lettersMissing = false;
    const paragraphs = paragraphsOf(spans).map((part) => linesOf(part, width, this.fonts.at(size)));
    for (const lines of paragraphs.slice(0, -1)) for (const line of lines.slice(-1)) line.spaced = true;
    const text = spans.map((span) => span.text).join('');
    const options = readAs(text, this.fonts.lettersMissing);
    this.fonts.lettersMissing ||= missing;
    const all = paragraphs.flat();
    this.makeRoom(Math.min(all.length, 2) * size * lineHeight);
    this.within(tag, options, (element) => {
      for (const [at, line] of all.entries()) {
        if (this.startsPage(at, all.length, tag) || this.breaksBefore(at, all.length, size * lineHeight))
          this.pdf.addPage();
        const { y } = this.pdf;
        this.mark(element, tag, () => {
          const right = line.rightToLeft || align === 'right';
          this.draw(line, right ? left + width - line.width : left, y, size, colors[color]);
        });
        this.pdf.y = y + size * lineHeight;
      }
    });
    this.pdf.x = this.margins.left;
  }
  protected draw(line: Line, left: number, top: number, size: number, color: string): void {
    const below = this.pdf.y;
    const put = (text: string, font: string, weight: FontWeight, x: number, height: number) =>
      this.fonts
        .use(font, weight)
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

  protected keepTogether(room: number): void {
    if (this.pdf.y > this.floor - room) this.pdf.addPage();
  }
  /** The lowest position of content; only the page footer is below it. */
  protected get floor(): number {
    return this.pdf.page.height - this.margins.bottom;
  }
  /** Called before something is written that needs this height on one page. */
  protected makeRoom(_height: number): void {}
  /** True where a page begins before this line of a text, for another reason than its room. */
  protected startsPage(_at: number, _count: number, _tag: string): boolean {
    return false;
  }
  /** True where a new page begins before a line; neither the first nor the last line of a text stands alone. */
  protected breaksBefore(at: number, count: number, height: number): boolean {
    const fits = (lines: number) => this.pdf.y + lines * height <= this.floor;
    if (!fits(1)) return true;
    if (count < 2) return false;
    const [isFirst, isLastButOne] = [at === 0, at === count - 2];
    return (isFirst || isLastButOne) && !fits(2) && this.pdf.y > this.margins.top;
  }
}
