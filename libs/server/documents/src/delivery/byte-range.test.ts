import { rangeAsked } from './byte-range.ts';

test.each([
  [undefined, { kind: 'all' }],
  ['bytes=0-99', { kind: 'part', span: { start: 0, end: 100 } }],
  ['bytes=900-', { kind: 'part', span: { start: 900, end: 1000 } }],
  ['bytes=-10', { kind: 'part', span: { start: 990, end: 1000 } }],
  ['bytes=-5000', { kind: 'part', span: { start: 0, end: 1000 } }],
  ['bytes=999-5000', { kind: 'part', span: { start: 999, end: 1000 } }],
  ['bytes=1000-', { kind: 'impossible' }],
  ['bytes=-0', { kind: 'impossible' }],
  ['bytes=5-2', { kind: 'all' }],
  ['bytes=0-1,5-6', { kind: 'all' }],
  ['bytes=-', { kind: 'all' }],
  ['lines=1-2', { kind: 'all' }],
  ['bytes=99999999999999999999-', { kind: 'all' }],
])('%s of 1000 bytes', (header, expected) => expect(rangeAsked(header, 1000)).toEqual(expected));
