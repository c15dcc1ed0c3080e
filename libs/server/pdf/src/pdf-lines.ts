import bidiFactory from 'bidi-js';
import type { FontWeight } from './pdf-fonts.ts';

export interface Span {
  text: string;
  weight: FontWeight;
}
/** Characters of one font, weight and direction, drawn left to right in visual order. */
export interface TextRun extends Span {
  font: string;
  width: number;
}
export interface Line {
  pieces: TextRun[];
  width: number;
  rightToLeft: boolean;
  /** A space ended the line, where the next one continues the sentence. */
  spaced: boolean;
}
/** The font functions that the layout needs. */
export interface Fonts {
  /** The font for a character after others in `before`'s font; undefined if none has it. */
  fontOf: (letter: string, before: string | undefined) => string | undefined;
  widthOf: (text: string, font: string, weight: FontWeight) => number;
  fallback: string;
}

/** Stands for a character that no font has: PDF/A forbids the glyph of missing characters. */
export const replacement = '\uFFFD';

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter('de', { granularity: 'grapheme' });
const words = new Intl.Segmenter('de', { granularity: 'word' });

const directionMark = /^[\u200e\u200f]$/;

/** A character with its combining marks. */
interface Letter {
  text: string;
  weight: FontWeight;
  font: string;
  level: number;
}
const lettersOf = (spans: readonly Span[], fonts: Fonts): { letters: Letter[]; rightToLeft: boolean } => {
  const text = spans.map((span) => span.text).join('');
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, 'auto');
  const letters: Letter[] = [];
  let [from, font]: [number, string | undefined] = [0, undefined];
  for (const span of spans) {
    for (const { segment, index } of graphemes.segment(span.text)) {
      // Direction marks have no glyph; they only affect the levels computed above.
      if (directionMark.test(segment)) continue;
      const found = fonts.fontOf(segment, font);
      font = found ?? fonts.fallback;
      letters.push({
        text: found ? segment : replacement,
        weight: span.weight,
        font,
        level: levels[from + index] ?? 0,
      });
    }
    from += span.text.length;
  }
  return { letters, rightToLeft: ((paragraphs[0]?.level ?? 0) & 1) === 1 };
};

/** Unbreakable parts: words with adjacent punctuation; a space ends a part. */
const unbroken = (letters: readonly Letter[]): Letter[][] => {
  const parts: Letter[][] = [];
  let [at, open] = [0, false];
  for (const { segment, isWordLike } of words.segment(letters.map(({ text }) => text).join(''))) {
    const count = [...graphemes.segment(segment)].length;
    const part = letters.slice(at, at + count);
    at += count;
    const last = parts.at(-1);
    const isBlank = segment.trim() === '';
    // Opening punctuation belongs to what follows, everything else but words to what precedes.
    const joins = isBlank || (last !== undefined && open) || (!isWordLike && !/^[\p{Ps}\p{Pi}]/u.test(segment));
    if (last && joins) last.push(...part);
    else parts.push(part);
    open = isBlank ? false : !isWordLike && /[\p{Ps}\p{Pi}/@_.'’]$/u.test(segment);
  }
  return parts;
};

const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
/**
 * Splits text into pieces of one font, weight and direction; spaces separately, because words are shaped one by one.
 */
const piecesOf = (letters: readonly Letter[], fonts: Fonts): (TextRun & { level: number })[] => {
  const pieces: (TextRun & { level: number })[] = [];
  for (const letter of letters) {
    const last = pieces.at(-1);
    const [rtl, blank, sign] = [(letter.level & 1) === 1, letter.text.trim() === '', !isRightToLeft.test(letter.text)];
    const joins =
      last &&
      last.font === letter.font &&
      last.weight === letter.weight &&
      last.level === letter.level &&
      blank === (last.text.trim() === '') &&
      !(rtl && sign) &&
      !(rtl && !isRightToLeft.test(last.text));
    const text = rtl && sign ? (bidi.getMirroredCharacter(letter.text) ?? letter.text) : letter.text;
    if (joins) last.text += text;
    else pieces.push({ text, weight: letter.weight, font: letter.font, level: letter.level, width: 0 });
  }
  for (const piece of pieces) piece.width = fonts.widthOf(piece.text, piece.font, piece.weight);
  return pieces;
};
/** Unicode's rule L2: reverses runs from the highest level down. */
const inVisualOrder = (pieces: (TextRun & { level: number })[]): TextRun[] => {
  const order = [...pieces];
  const highest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < order.length; start += 1) {
      let end = start;
      while (end < order.length && (order[end]?.level ?? 0) >= level) end += 1;
      if (end - start > 1) order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  }
  return order.map(({ level: _level, ...piece }) => piece);
};

const widthOf = (letters: readonly Letter[], fonts: Fonts): number =>
  piecesOf(letters, fonts).reduce((sum, { width }) => sum + width, 0);
const withoutEnd = (letters: readonly Letter[]): Letter[] => {
  let end = letters.length;
  while (end > 0 && letters[end - 1]?.text.trim() === '') end -= 1;
  return letters.slice(0, end);
};
/** Cuts a part wider than a line between characters, using their isolated widths, which are never too small. */
const cut = (part: Letter[], width: number, fonts: Fonts): Letter[][] => {
  if (widthOf(withoutEnd(part), fonts) <= width) return [part];
  const parts: Letter[][] = [[]];
  let used = 0;
  for (const letter of part) {
    const wide = fonts.widthOf(letter.text, letter.font, letter.weight);
    if (used > 0 && letter.text.trim() !== '' && used + wide > width) {
      parts.push([letter]);
      used = wide;
    } else {
      parts.at(-1)?.push(letter);
      used += wide;
    }
  }
  return parts;
};

/** Breaks text into lines of at most `width`, each in visual order. */
export const linesOf = (spans: readonly Span[], width: number, fonts: Fonts): Line[] => {
  const { letters, rightToLeft } = lettersOf(spans, fonts);
  const lines: Letter[][] = [[]];
  let used = 0;
  for (const part of unbroken(letters).flatMap((unit) => cut(unit, width, fonts))) {
    if (used > 0 && used + widthOf(withoutEnd(part), fonts) > width) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(...part);
    used += widthOf(part, fonts);
  }
  return lines.map((line, index) => {
    const end = withoutEnd(line);
    const pieces = inVisualOrder(piecesOf(end, fonts));
    const spaced = end.length < line.length && index < lines.length - 1;
    return { pieces, width: pieces.reduce((sum, piece) => sum + piece.width, 0), rightToLeft, spaced };
  });
};
