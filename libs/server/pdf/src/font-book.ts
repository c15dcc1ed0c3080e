import { fontFiles, type FontWeight } from './pdf-fonts.ts';
import type { Fonts } from './pdf-lines.ts';

/** The part of pdfkit's font object used here. */
interface OpenedFont {
  font: {
    hasGlyphForCodePoint: (codePoint: number) => boolean;
    glyphForCodePoint: (codePoint: number) => { advanceWidth: number };
  };
}
/** Fontkit cannot read the empty last glyph of some fonts: Nanum Gothic's space. */
const canMeasure = ({ font }: OpenedFont, codePoint: number): boolean => {
  try {
    return font.glyphForCodePoint(codePoint).advanceWidth >= 0;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};
// Joiners and direction marks are invisible, and need no glyph.
const invisible = /^[\s\p{Cc}\p{Cf}\p{DI}]+$/u;
// Widths scale with the size: measured once at this size.
const measured = 1000;
export const fallbackFont = fontFiles[0]?.[0] ?? '';
// Spaces, digits and punctuation use the font of what precedes them.
const isCommon = /^[\p{Script=Common}\p{Script=Inherited}]+$/u;

/** The fonts of a file, opened on first use. */
export class FontBook {
  /** True if any character has no font. */
  lettersMissing = false;
  private readonly opened = new Set<string>();
  // Cached, because fontkit rereads its tables on every lookup.
  private readonly held = new Map<string, boolean>();
  private readonly widths = new Map<string, number>();
  private readonly fontOfLetter = new Map<string, string | undefined>();

  constructor(private readonly pdf: PDFKit.PDFDocument) {}

  use(font: string, weight: FontWeight): PDFKit.PDFDocument {
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
    const opened = (this.use(font, 'text') as unknown as { _font: OpenedFont })._font;
    const holds = [...letter].every((character) => {
      const codePoint = character.codePointAt(0) ?? 0;
      return (
        (invisible.test(character) || opened.font.hasGlyphForCodePoint(codePoint)) && canMeasure(opened, codePoint)
      );
    });
    this.held.set(key, holds);
    return holds;
  }
  at(size: number): Fonts {
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
}
