import type { Region } from './pins.ts';

/** A part of a text: words, or the number of a pin. */
export type PinnedPart = { text: string } | { number: number };

/** Splits a text at the numbers of these pins; other bracketed numbers are plain text. */
export const pinnedParts = (text: string, numbers: ReadonlySet<number>): PinnedPart[] => {
  const parts: PinnedPart[] = [];
  let from = 0;
  for (const match of text.matchAll(/\[([1-9]\d?)\]/g)) {
    const number = Number(match[1]);
    if (!numbers.has(number)) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ number });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
};

/** True if a text has a pin. */
export const hasPin = (text: string, number: number): boolean => text.includes(`[${number}]`);

/** The URL fragment of a document page. */
export const placeFragment = ({ page, region }: { page: number; region: Region | null }): string => {
  const at = region && [region.left, region.top, region.width, region.height].map((one) => one.toFixed(4)).join(',');
  return `#page=${page}${at ? `&at=${at}` : ''}`;
};
