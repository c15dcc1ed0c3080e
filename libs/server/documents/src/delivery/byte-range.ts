import type { Span } from '@konsil/server-storage/chunk-cipher';

/** What of a file was asked for: one part, all of it, or something that it does not have. */
export type RangeAsked = { kind: 'part'; span: Span } | { kind: 'all' } | { kind: 'impossible' };

/** Reads a `Range` header (RFC 9110): one range of bytes. Several at once, or other units, are answered with the whole file. */
export const rangeAsked = (header: string | undefined, size: number): RangeAsked => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return { kind: 'all' };
  const [from, to] = [match[1] ?? '', match[2] ?? ''];
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1);
  if (from !== '' && to !== '' && Number(to) < start) return { kind: 'all' };
  return start < end ? { kind: 'part', span: { start, end } } : { kind: 'impossible' };
};
