import type { Element } from './made-dicom.ts';
import { each, picture, ramp, stored, usual, usualShade, type MadePicture } from './made-picture.ts';

/** Pictures with overlay planes (PS3.3 C.9.2), which are drawn in white. */
export const overlays = (): MadePicture[] => {
  const plane = (group: string, rows: number, columns: number, origin: readonly number[]): Element[] => [
    [`${group}0010`, 'US', [rows]],
    [`${group}0011`, 'US', [columns]],
    [`${group}0040`, 'CS', 'G'],
    [`${group}0050`, 'SS', origin],
    [`${group}0100`, 'US', [1]],
    [`${group}0102`, 'US', [0]],
  ];
  const packed = (bits: readonly number[]) =>
    Uint8Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
      [0, 1, 2, 3, 4, 5, 6, 7].reduce((byte, bit) => byte | ((bits[at * 8 + bit] ?? 0) << bit), 0),
    );
  const data = (group: string, bits: readonly number[], vr = 'OB'): Element => [`${group}3000`, vr, packed(bits)];
  const where = (isDrawn: (column: number, row: number) => boolean) =>
    ramp.map((one, index) => (isDrawn(index % 8, Math.floor(index / 8)) ? 255 : usualShade(one)));
  const dots = [1, 0, 0, 0, 1, 0, 1, 1, 1];
  const large = each((index) => Number(index % 256 === 100 + (Math.floor(index / 256) - 50)), 256 * 256);
  const one = [...plane('6000', 3, 3, [3, 2]), data('6000', dots)];
  const isDot = (column: number, row: number) => dots[(row - 2) * 3 + column - 1] === 1 && column > 0 && column < 4;
  const inPixels = (group: string, position: number): Element[] => [
    ...plane(group, 8, 8, [1, 1]),
    [`${group}0100`, 'US', [16]],
    [`${group}0102`, 'US', [position]],
  ];
  const beside = ramp.map((value, index) => value | ((index % 4) << 12));
  return [
    picture('Overlay plane', { elements: [...usual, ...one], shades: where(isDot) }),
    picture('Overlay plane of MONOCHROME1', {
      elements: [['00280004', 'CS', 'MONOCHROME1'], ...usual, ...one],
      shades: ramp.map((value, index) => (isDot(index % 8, Math.floor(index / 8)) ? 255 : 255 - usualShade(value))),
    }),
    picture('Overlay plane, implicit', { elements: [...usual, ...one], shades: where(isDot), syntax: 'implicit' }),
    picture('Overlay plane in words, big endian', {
      elements: [
        ...usual,
        ...plane('6000', 8, 8, [1, 1]),
        // The lower byte of a word comes first.
        ['60003000', 'OW', [0x0201, 0, 0, 0]],
      ],
      shades: where((column, row) => row < 2 && column === row),
      syntax: 'bigEndian',
    }),
    picture('Overlay plane larger than its picture', {
      elements: [...usual, ...plane('601e', 256, 256, [-49, -99]), data('601e', large, 'OW')],
      shades: where((column, row) => column === row),
    }),
    picture('Two overlay planes', {
      elements: [...usual, ...one, ...plane('6002', 1, 8, [8, 1]), data('6002', [1, 1, 1, 1, 0, 0, 0, 0])],
      shades: where((column, row) => isDot(column, row) || (row === 7 && column < 4)),
    }),
    picture('Overlay plane of colours', {
      elements: [
        ['00280002', 'US', [3]],
        ['00280004', 'CS', 'RGB'],
        ['00280006', 'US', [0]],
        ...stored(8, 8, 7),
        ...one,
      ],
      samples: each((index) => [index, 2 * index, 3 * index]).flat(),
      shades: each((index) =>
        isDot(index % 8, Math.floor(index / 8)) ? [255, 255, 255] : [index, 2 * index, 3 * index],
      ),
    }),
    picture('Overlay planes in unused bits', {
      elements: [...stored(16, 12, 11), ...usual, ...inPixels('6000', 12), ...inPixels('6002', 13)],
      samples: beside,
      shades: where((column) => column % 4 > 0),
    }),
  ];
};
