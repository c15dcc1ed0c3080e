import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Locale } from '@konsil/contracts/codes';
import PDFDocument from 'pdfkit';

// Liberation Sans (SIL Open Font License) comes with pdfjs-dist. It has the letters of all of Europe; the fonts built into PDF have not.
const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');
const margin = 56;
const footRoom = 20;
const colors = { ink: '#1b1f24', muted: '#5a6472', line: '#c9d0d8' };
const sizes = { title: 22, heading: 16, subheading: 12.5, text: 10.5, small: 8.5 };

interface PagesOptions {
  title: string;
  locale: Locale;
  created: Date;
  foot: (page: number, pages: number) => string;
}

/** A calm document of headings, labels and paragraphs, numbered at the foot. */
export class PdfPages {
  private readonly pdf: PDFKit.PDFDocument;
  private readonly pieces: Buffer[] = [];
  /** Something was written that the typeface has no letters for, e.g. in Arabic. */
  lettersMissing = false;

  constructor(private readonly options: PagesOptions) {
    const { title, created, locale } = options;
    this.pdf = new PDFDocument({
      size: 'A4', margins: { top: margin, left: margin, right: margin, bottom: margin + footRoom }, bufferPages: true, lang: locale, displayTitle: true, info: { Title: title, CreationDate: created },
      font: join(fonts, 'LiberationSans-Regular.ttf'),
    });
    this.pdf.registerFont('text', join(fonts, 'LiberationSans-Regular.ttf')).registerFont('strong', join(fonts, 'LiberationSans-Bold.ttf'));
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
    this.pdf.moveTo(margin, y).lineTo(this.pdf.page.width - margin, y).lineWidth(0.7).strokeColor(colors.line).stroke();
    this.pdf.moveDown(0.6);
    this.write(text, { font: 'strong', size: sizes.heading, gap: 6 });
  }

  subheading(text: string): void {
    this.keepTogether(60);
    this.pdf.moveDown(0.5);
    this.write(text, { font: 'strong', size: sizes.subheading, gap: 3 });
  }

  /** Text as it was written, with its line breaks; nothing when it is empty. */
  paragraph(text: string | null | undefined): void {
    if (text?.trim()) this.write(text.trim(), { gap: 6 });
  }

  /** A line that says what the text under it is about. */
  lead(text: string): void {
    this.keepTogether(40);
    this.write(text, { font: 'strong', gap: 1 });
  }

  /** A label with its value behind it; nothing when there is no value. */
  fact(label: string, value: string | null | undefined): void {
    if (!value?.trim()) return;
    this.missLetters(label + value);
    this.pdf.fillColor(colors.ink).fontSize(sizes.text).font('strong').text(/[?!.:]$/.test(label) ? `${label} ` : `${label}: `, { continued: true }).font('text').text(value.trim(), { lineGap: 2 });
    this.pdf.moveDown(0.25);
  }

  /** What something is of, in small letters above its text. */
  note(text: string): void {
    this.keepTogether(40);
    this.write(text, { color: colors.muted, size: sizes.small, gap: 2 });
  }

  /** A remark on the whole document, at its end. */
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
      // Below the margin, where writing would begin a new page.
      margins.bottom = 0;
      this.pdf.font('text').fontSize(sizes.small).fillColor(colors.muted).text(this.options.foot(page + 1, count), margin, height - margin, { width: width - 2 * margin, align: 'right', lineBreak: false });
    }
    return new Promise((resolve) => {
      this.pdf.on('end', () => resolve(Buffer.concat(this.pieces)));
      this.pdf.end();
    });
  }

  private write(text: string, { font = 'text', size = sizes.text, color = colors.ink, gap = 0 }: { font?: 'text' | 'strong'; size?: number; color?: string; gap?: number }): void {
    this.missLetters(text);
    this.pdf.font(font).fontSize(size).fillColor(color).text(text, { lineGap: 2, paragraphGap: 0 });
    if (gap) this.pdf.y += gap;
  }
  private missLetters(text: string): void {
    const { font } = (this.pdf as unknown as { _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } } })._font;
    this.lettersMissing ||= [...text].some((letter) => !/\s/.test(letter) && !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  }
  private keepTogether(room: number): void {
    if (this.pdf.y > this.pdf.page.height - margin - footRoom - room) this.pdf.addPage();
  }
}
