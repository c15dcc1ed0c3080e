import type { FontWeight } from './pdf-fonts.ts';
import { linesOf } from './pdf-lines.ts';
import {
  colors,
  footRoom,
  lineHeight,
  paragraphsOf,
  sizes,
  TaggedPages,
  type Element,
  type PagesOptions,
} from './tagged-pages.ts';

const margin = 56;

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

// For the table of contents.
const [indent, numberRoom] = [14, 40];
const pictureMargin = 28;
const leastPicture = 240;
// Small pictures stay small: enlarged, they would look more exact than they are.
const largestScale = 1;
/** A simple document of headings, labels and paragraphs, with contents and whole pages of pictures. */
export class PdfPages extends TaggedPages {
  private readonly promised: PromisedPage[] = [];
  private readonly pageOfPlace = new Map<string, number>();
  private outlineParent: PDFKit.PDFOutline | undefined;

  constructor(options: PagesOptions) {
    super(options, { top: margin, left: margin, right: margin, bottom: margin + footRoom });
  }

  title(text: string, under: string): void {
    this.write(text, { font: 'strong', size: 'title', tag: 'H1' });
    this.write(under, { color: 'muted', gap: 18 });
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

  /** A line that introduces the text below it. */
  lead(text: string): void {
    this.keepTogether(40);
    this.write(text, { font: 'strong', gap: 1 });
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
      linesOf(part, width - numberRoom, this.fonts.at(size)),
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

  /** Adds the page numbers of the table of contents, and the page footers. */
  override end(): void {
    for (const { name, page, top, link } of this.promised) {
      const place = this.pageOfPlace.get(name);
      if (place === undefined) throw new Error(`The contents name a place that was not written: ${name}.`);
      this.pdf.switchToPage(page);
      const [number] = linesOf([{ text: String(place + 1), weight: 'text' }], numberRoom, this.fonts.at(sizes.text));
      if (!number) continue;
      this.mark(link, 'Link', () =>
        this.draw(number, margin + this.columnWidth - number.width, top, sizes.text, colors.muted),
      );
    }
    super.end();
  }
}
