import {
  cellSpace,
  colors,
  footRoom,
  lineHeight,
  sizes,
  TaggedPages,
  type PagesOptions,
  type Writing,
} from './tagged-pages.ts';

const millimetre = 72 / 25.4;
// DIN 5008, form B: the address shows in the window of the envelope, and the marks are where the sheet is folded.
const page = { left: 25 * millimetre, right: 20 * millimetre, top: 20 * millimetre, bottom: 16 * millimetre };
const window = { top: 45 * millimetre, height: 45 * millimetre, width: 80 * millimetre, lines: 62.7 * millimetre };
const facts = { left: 120 * millimetre, top: 50 * millimetre, width: 70 * millimetre };
const subjectTop = 99 * millimetre;
const marks = [105, 148.5, 210].map((top) => top * millimetre);
const logoRoom = { width: 42 * millimetre, height: 17 * millimetre };
const headTop = 13 * millimetre;
const evidenceRoom = { width: 62 * millimetre, height: 48 * millimetre };
const mostWindowLines = 6;

/** A picture with its alternative text for screen readers. */
export interface LetterPicture {
  bytes: Buffer;
  /** In pixels. */
  width: number;
  height: number;
  alt: string;
}
export interface Letterhead {
  name: string;
  under: string;
  beside: readonly string[];
  logo?: LetterPicture | undefined;
}
/** A place that the letter refers to by its number. */
export interface Evidence {
  number: string;
  title: string;
  details: readonly string[];
  picture?: LetterPicture | undefined;
}
/** Text blocks and table rows before the signature, to find one that can stand above it. */
interface Block {
  lines: number;
  isHeading: boolean;
}
/** The line of a block before which a new page begins, so that the signature does not stand alone. */
export interface EarlierBreak {
  block: number;
  line: number;
}

/** A doctor's letter on A4, tagged for screen readers. */
export class LetterPages extends TaggedPages {
  private readonly blocks: Block[] = [];
  /** Headings that are written together with the content that follows. */
  private readonly waiting: { text: string; gap: number; look: Writing }[] = [];
  /** True inside a piece of evidence, whose texts and picture stay together. */
  private inEvidence = false;
  /** Set where the signature would stand alone; the letter is then written again with this break. */
  needed: EarlierBreak | null = null;

  constructor(
    options: PagesOptions,
    private readonly earlier: EarlierBreak | null = null,
  ) {
    super(options, { ...page, bottom: page.bottom + footRoom });
  }

  /** The heads of the first page: who writes, and how to reach them. */
  letterhead({ name, under, beside, logo }: Letterhead): void {
    const { left } = this.margins;
    this.pdf.y = headTop;
    let start = left;
    if (logo) {
      const size = fitted(logo, logoRoom);
      this.figure(logo, left, headTop, size);
      start += size.width + 10;
    }
    this.pdf.y = headTop;
    const right = { left: left + this.columnWidth * 0.68, width: this.columnWidth * 0.32 };
    const room = right.left - start - 10;
    this.write(name, { font: 'strong', size: 'practice', left: start, width: room });
    this.write(under, { color: 'muted', left: start, width: room });
    const below = Math.max(this.pdf.y, logo ? headTop + fitted(logo, logoRoom).height : 0);
    this.pdf.y = headTop;
    for (const line of beside) this.write(line, { ...right, size: 'note', color: 'muted', align: 'right' });
    this.pdf.y = Math.max(below, this.pdf.y) + 6;
    this.rule('accent', 1.2);
    this.pdf.y += 6;
  }

  /** The address in the window, with the sender above it, and the facts of the letter beside it. */
  addressed(sender: string, lines: readonly string[], known: readonly (readonly [string, string])[]): void {
    const { left } = this.margins;
    const top = Math.max(this.pdf.y, window.top);
    const moved = top - window.top;
    const small = { size: 'small', color: 'muted', width: window.width } as const;
    this.pdf.y = window.lines + moved - this.heightOf(sender, small) - 3;
    this.write(sender, small);
    this.rule('line', 0.5, window.width, left);
    this.pdf.y = window.lines + moved;
    const text = lines.filter(Boolean).join('\n');
    const isLong = this.heightOf(text, { width: window.width }) > mostWindowLines * sizes.text * lineHeight - 1;
    this.write(text, { width: window.width, ...(isLong && { size: 'small' }) });
    const below = this.pdf.y;
    this.pdf.y = facts.top + moved;
    if (known.length > 0)
      this.table(
        [{ share: 0.4 }, { share: 0.6 }],
        known.map(([term, detail]) => [term, detail]),
        { heads: 'column', left: facts.left, width: facts.width },
      );
    this.pdf.y = Math.max(below + 14, this.pdf.y + 14, subjectTop + moved);
    this.foldMarks();
  }

  /** The subject of a letter. */
  subject(text: string): void {
    this.write(text, { font: 'strong', size: 'heading', gap: 6, tag: 'H1' });
  }

  /** Some facts on a coloured ground. */
  sheet(columns: readonly { share: number }[], rows: readonly (readonly string[])[]): void {
    const [left, width, pad] = [this.margins.left, this.columnWidth, 8];
    const inner = { left: left + pad, width: width - 2 * pad };
    const cellHeight = (text: string, share = 0) =>
      this.heightOf(text, { font: 'strong', width: share * inner.width - cellSpace });
    const height = rows.reduce(
      (sum, row) => sum + Math.max(...row.map((text, column) => cellHeight(text, columns[column]?.share))) + 2,
      8,
    );
    this.keepTogether(height);
    const { y } = this.pdf;
    this.asArtifact(() => this.pdf.roundedRect(left, y, width, height, 3).fillColor(colors.ground).fill());
    this.pdf.y = y + 5;
    this.table(columns, rows, inner);
    this.pdf.y = y + height + 10;
  }

  /** A part of a letter: its heading is written with what follows, never alone. */
  part(text: string): void {
    this.waiting.push({
      text,
      gap: 7,
      look: { font: 'strong', size: 'subheading', color: 'accent', gap: 2, tag: 'H2' },
    });
  }

  /** A question in a part of a letter. */
  question(text: string): void {
    this.waiting.push({ text, gap: 2, look: { font: 'strong', gap: 1, tag: 'H3' } });
  }

  protected override makeRoom(height: number): void {
    if (this.waiting.length === 0) return;
    const headings = this.waiting.splice(0);
    const heights = headings.map(({ text, gap, look }) => gap + this.heightOf(text, look) + (look.gap ?? 0));
    this.keepTogether(heights.reduce((sum, one) => sum + one, height));
    for (const { text, gap, look } of headings) {
      if (this.pdf.y > this.margins.top) this.pdf.y += gap;
      this.write(text, look);
    }
  }

  /** Items one below the other. */
  list(items: readonly string[]): void {
    this.makeRoom(sizes.text * lineHeight);
    this.within('L', {}, () => {
      for (const item of items)
        this.within('LI', {}, () => {
          this.within('LBody', {}, () => this.write(item, {}));
        });
    });
    this.pdf.y += 6;
  }

  /** Places with their pictures, each whole on one page. */
  evidence(items: readonly Evidence[]): void {
    const [first] = items;
    if (!first) return;
    this.makeRoom(this.evidenceHeight(first));
    this.within('L', {}, () => {
      for (const item of items) this.within('LI', {}, () => this.evidenceItem(item));
    });
  }

  private evidenceLook({ picture }: Evidence) {
    const size = picture && fitted(picture, evidenceRoom);
    const beside = size ? evidenceRoom.width + 12 : 0;
    const label = {
      font: 'strong',
      color: 'accent',
      tag: 'Span',
      left: this.margins.left + beside,
      width: 24,
    } as const;
    const [left, width] = [label.left + label.width, this.columnWidth - beside - label.width];
    const title = { font: 'strong', left, width } as const;
    const said = { size: 'note', color: 'muted', left, width } as const;
    return { size, label, title, said };
  }

  private evidenceHeight(item: Evidence): number {
    const { size, title, said } = this.evidenceLook(item);
    const texts = item.details.map((line) => this.heightOf(line, said));
    return (
      Math.max(
        size?.height ?? 0,
        texts.reduce((sum, one) => sum + one, this.heightOf(item.title, title)),
      ) + 8
    );
  }

  private evidenceItem(item: Evidence): void {
    const { number, title, details, picture } = item;
    const { size, label, title: titleLook, said } = this.evidenceLook(item);
    const height = this.evidenceHeight(item);
    if (this.startsPage(0, 1, 'LI')) this.pdf.addPage();
    this.keepTogether(height);
    const { y } = this.pdf;
    this.inEvidence = true;
    this.within('Lbl', {}, () => this.write(number, label));
    this.pdf.y = y;
    this.within('LBody', {}, () => {
      this.write(title, titleLook);
      for (const line of details) this.write(line, said);
      if (!picture || !size) return;
      this.figure(picture, this.margins.left, y, size);
      this.asArtifact(() =>
        this.pdf.rect(this.margins.left, y, size.width, size.height).lineWidth(0.5).strokeColor(colors.line).stroke(),
      );
    });
    this.inEvidence = false;
    this.pdf.y = y + height;
  }

  /** Closing words, a line to sign on, the writer's name, and when it was released: with text above it on its page. */
  signature(closing: string, name: string, under: string, released: string): void {
    const room = 110;
    this.makeRoom(0);
    if (this.pdf.y > this.floor - room) this.needed = this.earlierBreak();
    this.keepTogether(room);
    this.pdf.y += 10;
    this.write(closing, { gap: 40 });
    const { y } = this.pdf;
    const half = this.columnWidth * 0.42;
    this.rule('muted', 0.7, half);
    this.pdf.y += 4;
    this.write(name, { font: 'strong', width: half });
    if (under) this.write(under, { color: 'muted', width: half });
    const below = this.pdf.y;
    this.pdf.y = y - 12;
    const left = this.margins.left + half + 24;
    this.write(released, { size: 'small', color: 'muted', left, width: this.columnWidth - half - 24 });
    this.pdf.y = Math.max(below, this.pdf.y);
  }

  /** The last text before the signature, with its heading. */
  private earlierBreak(): EarlierBreak | null {
    let block = this.blocks.length - 1;
    const last = this.blocks[block];
    if (!last || this.earlier) return null;
    if (last.lines >= 5) return { block, line: last.lines - 3 };
    while (block > 0 && this.blocks[block - 1]?.isHeading) block -= 1;
    return { block, line: 0 };
  }

  protected override startsPage(at: number, count: number, tag: string): boolean {
    if (this.inEvidence) return false;
    if (at === 0) this.blocks.push({ lines: count, isHeading: /^(?:H\d|THead)$/.test(tag) });
    return this.earlier?.block === this.blocks.length - 1 && this.earlier.line === at && this.pdf.y > this.margins.top;
  }

  private figure({ bytes, alt }: LetterPicture, left: number, top: number, size: Size): void {
    const bbox = [left, top, left + size.width, top + size.height];
    this.within('Figure', { alt, bbox, placement: 'Block' }, (element) =>
      this.mark(element, 'Figure', () => this.pdf.image(bytes, left, top, size)),
    );
  }

  private foldMarks(): void {
    this.asArtifact(() => {
      for (const top of marks)
        this.pdf
          .moveTo(5 * millimetre, top)
          .lineTo(9 * millimetre, top)
          .lineWidth(0.4)
          .strokeColor(colors.line)
          .stroke();
    });
  }
}

interface Size {
  width: number;
  height: number;
}
/** Small pictures stay small: enlarged, they would look more exact than they are. */
const fitted = ({ width, height }: Size, room: Size): Size => {
  const scale = Math.min(room.width / width, room.height / height, 1);
  return { width: width * scale, height: height * scale };
};
