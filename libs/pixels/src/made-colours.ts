import { encapsulated, rleFrame, type Element, type Syntax } from './made-dicom.ts';
import { clamped, each, picture, stored, type MadePicture, type Shade } from './made-picture.ts';

/** The YBR values of `colours`, compressed without loss; in JPEG Baseline, the single colour `oneColour`. */
const compressed = {
  jpegBaseline:
    '/9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/2wBDAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAACf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AJ3AF+fh/9k=',
  jpegLossless:
    '/9j/wwARCAAIAAgDAREAAhEAAxEA/8QAHAAAAAAJAAAAAAAAAAAAAAAAAAECAwQFBgcI/9oADAMBAAIAAwABAACH9RvIODEcGI4MRwYjgxHBiODE0CQjnBiODEcGI4MRwYjgxHBiaBIRzgxHBiODEcGI4MRwYjgxNAkI5wYjgxHBiODEcGI4MRwYmgSEc4MRwYjgxHBiODEcGI4MTQJCOcGI4MRwYjgxHBiODEcGJoEhHODEcGI4MRwYjgxHBiODE0CQjnBiODEcGI4MRwYjgxHBi//Z',
  jpegLs:
    '/9j/9wARCAAIAAgDAREAAhEAAxEA/9oADAMBAAIAAwAAAgBAAAA47eS59PpdfX0PQAAQIEJo1J73smgAAQI6d3d21PmKu7/6bxHf/39usz//ftxmf/99tq3/f+b/2Q==',
  jpeg2000:
    '/0//UQAvAAAAAAAIAAAACAAAAAAAAAAAAAAACAAAAAgAAAAAAAAAAAADBwEBBwEBBwEB/1IADAACAAEBAQQEAAH/XAAHQEBISFD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAABlAAH/k8fUHAN8acsHa/4IEH3j64Vfz7Q0E4u4w4A5iTh+wlGVQs+0QBKAZ6c1wptNEwKZKSQuQ8bAEUD5AgAiFwN/tC/AOhQfODAhbQDP48A6HB84MCIYfwN+l//Z',
  htj2k:
    '/0//UQAvQAAAAAAIAAAACAAAAAAAAAAAAAAACAAAAAgAAAAAAAAAAAADBwEBBwEBBwEB/1AACAACAAAAAf9SAAwAAgABAAEEBEAB/1wAByBISEhI/2QAFwABT3BlbkpQSCBWZXIgMC4zMS4wLv+QAAoAAAAAANIAAf+TwC1Af+obGoY+oe+7nuUWRgAaAADQtwDALUB04cMHAAAJnIASNvEABEBj0kC4AMAtQBLs4BUIhAVJJWqJYKL5AaBEFrYAwCogFrQCoAj8AMtOtDYAgPnxwLQQpJoZtTgnCvgA7s4AAPSYACCoAH3WruYAwCaAWnAKkMACvirFADN5bE1IgHfPJ4RWyf4Aa5KptgBgAP4Ak7rmFgDAJ4BakAnACP4AEXdlAKldr8RaFReaj+rEe/0El2ckNrcAAHlRyD21AP/Z',
} as const satisfies Partial<Record<Syntax, string>>;

const oneColour = [199, 80, 40] as const;

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
    ...(
      [
        ['YBR_FULL_422 in JPEG Baseline', 'YBR_FULL_422', 'jpegBaseline'],
        ['YBR_FULL in JPEG-LS', 'YBR_FULL', 'jpegLs'],
        ['YBR_FULL in HTJ2K', 'YBR_FULL', 'htj2k'],
        ['YBR_FULL_422 in JPEG-LS', 'YBR_FULL_422', 'jpegLs'],
        ['YBR_FULL_422 in JPEG 2000', 'YBR_FULL_422', 'jpeg2000'],
        ['YBR_FULL_422 in JPEG Lossless', 'YBR_FULL_422', 'jpegLossless'],
      ] as const
    ).map(([name, photometric, syntax]) =>
      picture(name, {
        elements: colour(photometric, 0),
        pixels: encapsulated(Uint8Array.from(atob(compressed[syntax]), (sign) => sign.charCodeAt(0))),
        shades: syntax === 'jpegBaseline' ? each(() => oneColour) : ybr.map(ofYbr),
        syntax,
      }),
    ),
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
