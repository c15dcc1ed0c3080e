/** Tag as eight hex digits, VR, value: text, numbers, bytes, or the items of a sequence. */
export type Element = readonly [
  tag: string,
  vr: string,
  value: string | readonly number[] | Uint8Array | readonly (readonly Element[])[],
];

export const syntaxes = {
  explicit: '1.2.840.10008.1.2.1',
  implicit: '1.2.840.10008.1.2',
  bigEndian: '1.2.840.10008.1.2.2',
  rle: '1.2.840.10008.1.2.5',
  jpegBaseline: '1.2.840.10008.1.2.4.50',
  jpegLossless: '1.2.840.10008.1.2.4.70',
  jpegLs: '1.2.840.10008.1.2.4.80',
  jpeg2000: '1.2.840.10008.1.2.4.90',
  htj2k: '1.2.840.10008.1.2.4.201',
} as const;
export type Syntax = keyof typeof syntaxes;
const native = new Set<Syntax>(['explicit', 'implicit', 'bigEndian']);

const longVrs = new Set(['OB', 'OW', 'SQ', 'UN', 'UT']);
const sizes: Record<string, number> = { US: 2, SS: 2, OW: 2, UL: 4, SL: 4, OB: 1 };

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
const numbersOf = (values: readonly number[], size: number, big: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(values.length * size));
  values.forEach((value, index) => {
    if (size === 1) view.setUint8(index, value & 0xff);
    else if (size === 2) view.setUint16(index * 2, value & 0xffff, !big);
    else view.setUint32(index * 4, value >>> 0, !big);
  });
  return new Uint8Array(view.buffer);
};
const even = (bytes: Uint8Array, padding: number): Uint8Array =>
  bytes.length % 2 === 0 ? bytes : joined([bytes, Uint8Array.of(padding)]);
const tagOf = (tag: string, big: boolean): Uint8Array =>
  numbersOf([parseInt(tag.slice(0, 4), 16), parseInt(tag.slice(4), 16)], 2, big);

function valueOf([, vr, value]: Element, syntax: Syntax): Uint8Array {
  const big = syntax === 'bigEndian';
  if (value instanceof Uint8Array) return even(value, 0);
  if (typeof value === 'string') return even(new TextEncoder().encode(value), vr === 'UI' ? 0 : 0x20);
  if (vr === 'SQ') {
    return joined(
      (value as readonly (readonly Element[])[]).map((item) => {
        const content = elementsOf(item, syntax);
        return joined([tagOf('fffee000', big), numbersOf([content.length], 4, big), content]);
      }),
    );
  }
  return even(numbersOf(value as readonly number[], sizes[vr] ?? 2, big), 0);
}

function elementsOf(elements: readonly Element[], syntax: Syntax): Uint8Array {
  const big = syntax === 'bigEndian';
  return joined(
    [...elements]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map((element) => {
        const [tag, vr] = element;
        const value = valueOf(element, syntax);
        if (syntax === 'implicit') return joined([tagOf(tag, big), numbersOf([value.length], 4, big), value]);
        // Compressed frames are fragments of an element of undefined length.
        if (!native.has(syntax) && tag === '7fe00010')
          return joined([
            tagOf(tag, big),
            new TextEncoder().encode('OB'),
            new Uint8Array(2),
            numbersOf([0xffff_ffff], 4, false),
            value,
          ]);
        const length = longVrs.has(vr)
          ? joined([new Uint8Array(2), numbersOf([value.length], 4, big)])
          : numbersOf([value.length], 2, big);
        return joined([tagOf(tag, big), new TextEncoder().encode(vr), length, value]);
      }),
  );
}

/**
 * Builds a DICOM file; later elements replace earlier ones of the same tag.
 * @param meta further file meta information; with it the header is complete, as files for others need it
 */
export function buildDicom(
  elements: readonly Element[],
  syntax: Syntax = 'explicit',
  meta: readonly Element[] = [],
): Uint8Array {
  const last = [...new Map(elements.map((element) => [element[0].toLowerCase(), element])).values()];
  const inMeta = elementsOf([...meta, ['00020010', 'UI', syntaxes[syntax]]], 'explicit');
  const header =
    meta.length === 0 ? inMeta : joined([elementsOf([['00020000', 'UL', [inMeta.length]]], 'explicit'), inMeta]);
  return joined([new Uint8Array(128), new TextEncoder().encode('DICM'), header, elementsOf(last, syntax)]);
}

/** One RLE frame: each byte plane a segment of literal runs. */
export function rleFrame(planes: readonly Uint8Array[]): Uint8Array {
  const segments = planes.map((plane) => {
    const runs: Uint8Array[] = [];
    for (let at = 0; at < plane.length; at += 128) {
      const run = plane.subarray(at, at + 128);
      runs.push(Uint8Array.of(run.length - 1), run);
    }
    return even(joined(runs), 128);
  });
  const offsets: number[] = [];
  let at = 64;
  for (const { length } of segments) {
    offsets.push(at);
    at += length;
  }
  const frame = joined([
    numbersOf([segments.length, ...offsets, ...Array.from({ length: 15 - offsets.length }, () => 0)], 4, false),
    ...segments,
  ]);
  return encapsulated(frame);
}

/** One compressed frame as the value of an element of undefined length. */
export function encapsulated(frame: Uint8Array): Uint8Array {
  const item = (content: Uint8Array) =>
    joined([tagOf('fffee000', false), numbersOf([content.length], 4, false), content]);
  return joined([item(new Uint8Array()), item(even(frame, 0)), tagOf('fffee0dd', false), numbersOf([0], 4, false)]);
}
