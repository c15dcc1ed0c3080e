import type { Span } from '@konsil/server-storage/chunk-cipher';

/** The result of a range request: a part, the whole file, or something beyond it. */
export type RangeAsked = { kind: 'part'; span: Span } | { kind: 'all' } | { kind: 'impossible' };

/** Parses a `Range` header (RFC 9110) with one byte range. Several ranges, or other units, get the whole file. */
export const rangeAsked = (header: string | undefined, size: number): RangeAsked => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return { kind: 'all' };
  const [from, to] = [match[1] ?? '', match[2] ?? ''];
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1);
  if (from !== '' && to !== '' && Number(to) < start) return { kind: 'all' };
  return start < end ? { kind: 'part', span: { start, end } } : { kind: 'impossible' };
};
