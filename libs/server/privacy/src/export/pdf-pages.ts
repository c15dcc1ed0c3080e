import type { Locale } from '@konsil/contracts/codes';
import PDFDocument from 'pdfkit';
import { fontFiles, type FontWeight } from './pdf-fonts.ts';
import { linesOf, type Fonts, type Line, type Span } from './pdf-lines.ts';

const margin = 56;
const footRoom = 20;
const colors = { ink: '#1b1f24', muted: '#5a6472', line: '#c9d0d8' };
const sizes = { title: 22, heading: 16, subheading: 12.5, text: 10.5, small: 8.5 };
// Room for marks above and below characters of any script.
const [ascent, lineHeight] = [1.05, 1.45];

/** The part of pdfkit's font object used here. */
interface OpenedFont {
  font: { hasGlyphForCodePoint: (codePoint: number) => boolean };
}
// Joiners and direction marks are invisible, and need no glyph.
const invisible = /^[\s\p{Cc}\p{Cf}\p{DI}]+$/u;

interface PagesOptions {
  title: string;
  locale: Locale;
  created: Date;
  foot: (page: number, pages: number) => string;
}

// Widths scale with the size: measured once at this size.
const measured = 1000;
const fallbackFont = fontFiles[0]?.[0] ?? '';
// Spaces, digits and punctuation use the font of what precedes them.
const isCommon = /^[\p{Script=Common}\p{Script=Inherited}]+$/u;
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

/** A simple document of headings, labels and paragraphs, with page numbers. */
export class PdfPages {
  private readonly pdf: PDFKit.PDFDocument;
  private readonly pieces: Buffer[] = [];
  /** Whether any character has no font. */
  lettersMissing = false;
  private readonly opened = new Set<string>();
  // Cached, because fontkit rereads its tables on every lookup.
  private readonly held = new Map<string, boolean>();
  private readonly widths = new Map<string, number>();
  private readonly fontOfLetter = new Map<string, string | undefined>();

  constructor(private readonly options: PagesOptions) {
    const { title, created, locale } = options;
    this.pdf = new PDFDocument({
      size: 'A4',
      margins: { top: margin, left: margin, right: margin, bottom: margin + footRoom },
      bufferPages: true,
      lang: locale,
      displayTitle: true,
      info: { Title: title, CreationDate: created },
      // Opened without a name it would count as another font, and be reread with every word.
      ...({ font: null } as object),
    });
    this.pdf.on('data', (piece: Buffer) => this.pieces.push(piece));
  }

  title(text: string, under: string): void {
    this.write(text, { font: 'strong', size: sizes.title });
    this.write(under, { color: colors.muted, gap: 18 });
  }

  heading(text: string): void {
    this.keepTogether(90);
    this.pdf.moveDown(0.6);
    const y = this.pdf.y;
    this.pdf
      .moveTo(margin, y)
      .lineTo(this.pdf.page.width - margin, y)
      .lineWidth(0.7)
      .strokeColor(colors.line)
      .stroke();
    this.pdf.moveDown(0.6);
    this.write(text, { font: 'strong', size: sizes.heading, gap: 6 });
  }

  subheading(text: string): void {
    this.keepTogether(60);
    this.pdf.moveDown(0.5);
    this.write(text, { font: 'strong', size: sizes.subheading, gap: 3 });
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
      sizes.text,
      colors.ink,
    );
    this.pdf.moveDown(0.25);
  }

  /** A small line above its text. */
  note(text: string): void {
    this.keepTogether(40);
    this.write(text, { color: colors.muted, size: sizes.small, gap: 2 });
  }

  /** A note at the end of the document. */
  footnote(text: string): void {
    this.keepTogether(60);
    this.pdf.moveDown(1);
    this.write(text, { color: colors.muted });
  }

  /** The finished document. */
  finish(): Promise<Buffer> {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.pdf.switchToPage(page);
      const { margins, height, width } = this.pdf.page;
      // Below the margin, where writing would start a new page.
      margins.bottom = 0;
      const [line] = linesOf(
        [{ text: this.options.foot(page + 1, count), weight: 'text' }],
        this.columnWidth,
        this.fontsFor(sizes.small),
      );
      if (line) this.draw(line, width - margin - line.width, height - margin, sizes.small, colors.muted);
    }
    return new Promise((resolve) => {
      this.pdf.on('end', () => resolve(Buffer.concat(this.pieces)));
      this.pdf.end();
    });
  }

  private write(
    text: string,
    {
      font = 'text',
      size = sizes.text,
      color = colors.ink,
      gap = 0,
    }: { font?: FontWeight; size?: number; color?: string; gap?: number },
  ): void {
    this.lines([{ text, weight: font }], size, color);
    if (gap) this.pdf.y += gap;
  }

  private get columnWidth(): number {
    return this.pdf.page.width - 2 * margin;
  }
  /** Writes lines, starting a new page where needed. */
  private lines(spans: readonly Span[], size: number, color: string): void {
    for (const paragraph of paragraphsOf(spans)) {
      for (const line of linesOf(paragraph, this.columnWidth, this.fontsFor(size))) {
        if (this.pdf.y + size * lineHeight > this.pdf.page.height - margin - footRoom) this.pdf.addPage();
        this.draw(line, line.rightToLeft ? this.pdf.page.width - margin - line.width : margin, this.pdf.y, size, color);
        this.pdf.y += size * lineHeight;
      }
    }
    this.pdf.x = margin;
  }
  private draw(line: Line, left: number, top: number, size: number, color: string): void {
    const below = this.pdf.y;
    let x = left;
    for (const piece of line.pieces) {
      if (piece.text.trim() !== '') {
        this.use(piece.font, piece.weight)
          .fontSize(size)
          .fillColor(color)
          .text(piece.text, x, top + size * ascent, { lineBreak: false, baseline: 'alphabetic' });
      }
      x += piece.width;
    }
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
