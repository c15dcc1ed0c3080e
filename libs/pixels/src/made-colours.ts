import { rleFrame, type Element } from './made-dicom.ts';
import { clamped, each, picture, stored, type MadePicture, type Shade } from './made-picture.ts';

/** Pictures in colours, stored or from a palette. */
export const colours = (): MadePicture[] => {
  const rgb = each((index): [number, number, number] => [index * 4, 255 - index * 4, (index * 37) % 256]);
  const colour = (photometric: string, planar: 0 | 1, more: Element[] = []): Element[] => [
    ['00280002', 'US', [3]],
    ['00280004', 'CS', photometric],
    ['00280006', 'US', [planar]],
    ...stored(8, 8, 7),
    ...more,
  ];
  const ofYbr = ([y, cb, cr]: readonly [number, number, number]): [number, number, number] => [
    clamped(y + 1.402 * (cr - 128)),
    clamped(y - 0.344136 * (cb - 128) - 0.714136 * (cr - 128)),
    clamped(y + 1.772 * (cb - 128)),
  ];
  const planes = (all: readonly (readonly number[])[]) =>
    [0, 1, 2].map((channel) => Uint8Array.from(all, (one) => one[channel] ?? 0));
  const ybr = each((index): [number, number, number] => [index * 4, 100 + index, 200 - index]);
  const few = each((index) => index);
  const words = (of: (index: number) => number) => few.map(of);
  const palette = (
    bits: number,
    first: number,
    [red, green, blue]: readonly (readonly number[])[],
    vr = 'US',
  ): Element[] => [
    ['00280004', 'CS', 'PALETTE COLOR'],
    ...['00281101', '00281102', '00281103'].map((tag): Element => [tag, vr, [64, first, bits]]),
    ['00281201', 'OW', red ?? []],
    ['00281202', 'OW', green ?? []],
    ['00281203', 'OW', blue ?? []],
  ];
  const sixteen = [words((index) => index * 1024), words((index) => 65_535 - index * 1024), words(() => 0x8000)];
  const shadesOfSixteen = few.map(
    (index) => [0, 1, 2].map((channel) => (sixteen[channel]?.[index] ?? 0) >> 8) as unknown as Shade,
  );
  return [
    picture('RGB', { elements: colour('RGB', 0), samples: rgb.flat(), shades: rgb }),
    picture('RGB by planes', {
      elements: colour('RGB', 1),
      samples: planes(rgb).flatMap((plane) => [...plane]),
      shades: rgb,
    }),
    picture('RGB of 16 bits', {
      elements: [...colour('RGB', 0), ...stored(16, 16, 15)],
      samples: rgb.flat().map((one) => one * 257),
      shades: rgb,
    }),
    picture('RGB in RLE', { elements: colour('RGB', 0), pixels: rleFrame(planes(rgb)), shades: rgb, syntax: 'rle' }),
    picture('YBR_FULL', { elements: colour('YBR_FULL', 0), samples: ybr.flat(), shades: ybr.map(ofYbr) }),
    picture('YBR_FULL by planes', {
      elements: colour('YBR_FULL', 1),
      samples: planes(ybr).flatMap((plane) => [...plane]),
      shades: ybr.map(ofYbr),
    }),
    picture('Palette of 16 bits', {
      elements: [...stored(8, 8, 7), ...palette(16, 0, sixteen)],
      samples: few,
      shades: shadesOfSixteen,
    }),
    picture('Palette for values of 16 bits', {
      elements: palette(16, 1000, sixteen),
      samples: few.map((one) => one + 1000),
      shades: shadesOfSixteen,
    }),
    picture('Palette of 8 bits in words', {
      elements: [
        ...stored(8, 8, 7),
        ...palette(
          8,
          0,
          sixteen.map((one) => one.map((entry) => entry >> 8)),
        ),
      ],
      samples: few,
      shades: shadesOfSixteen,
    }),
    picture('Palette beyond its ends', {
      elements: [...stored(8, 8, 7), ...palette(16, 20, sixteen)],
      samples: few.map((one) => one * 4),
      shades: few.map((one) => shadesOfSixteen[Math.min(63, Math.max(0, one * 4 - 20))] ?? 0),
    }),
  ];
};
