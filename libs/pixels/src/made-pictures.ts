import { rleFrame, type Element } from './made-dicom.ts';
import {
  ds,
  each,
  exact,
  frames,
  group,
  linear,
  modality,
  numberFromOne,
  picture,
  ramp,
  range,
  rescale,
  sigmoid,
  signedRamp,
  stored,
  usual,
  usualShade,
  window,
  type MadePicture,
} from './made-picture.ts';
import { colours } from './made-colours.ts';
import { overlays } from './made-overlays.ts';
import { tables } from './made-tables.ts';

export { generatedPictureSize, type MadePicture, type Shade } from './made-picture.ts';

/** Pictures with functional groups (PS3.3 C.7.6.16). */
const enhanced = (): MadePicture[] => {
  const voi = (...elements: Element[]) => group('00289132', elements);
  const shared = (...groups: Element[]): Element => ['52009229', 'SQ', [groups]];
  return [
    picture('Window of a shared group', {
      elements: [shared(voi(...window(1000, 2000, 'LINEAR')))],
      shades: ramp.map(usualShade),
    }),
    // The preview renders the middle frame and the viewer opens the first: here they are equal.
    picture('Window of the frame', {
      elements: [...frames('00289132', window(500, 400)), shared(voi(...usual))],
      shades: ramp.map(linear(500, 400)),
    }),
    picture('Slope of the frame', {
      elements: [...frames('00289145', rescale(0.5, -100)), ...window(400, 800)],
      shades: ramp.map((one) => linear(400, 800)(one * 0.5 - 100)),
    }),
    picture('Slope of a shared group', {
      elements: [shared(group('00289145', rescale(2, 0))), ...window(2000, 4000)],
      shades: ramp.map((one) => linear(2000, 4000)(one * 2)),
    }),
    picture('Sigmoid of a shared group', {
      elements: [shared(voi(...window(1000, 2000, 'SIGMOID')))],
      shades: ramp.map(sigmoid(1000, 2000)),
    }),
    picture('Spacing of a shared group', {
      elements: [shared(group('00289110', [['00280030', 'DS', ds(1, 0.5)]])), ...usual],
      shades: ramp.map(usualShade),
      aspect: 2,
    }),
  ];
};

/** About 80 pictures, each for another attribute that affects rendering. */
export function generatedPictures(): MadePicture[] {
  numberFromOne();
  const overlay = ramp.map((one, index) => one | ((index % 16) << 12));
  const small = each((index) => index * 4);
  const padded = ramp.map((one, index) => (index < 16 ? -2000 : one + 500));
  const paddedShades = (least: number, most: number) => padded.map((one) => range(least, most)(one));
  const ct: Element[] = [modality('CT'), ...rescale(1, -1024)];
  return [
    picture('Plain', { elements: usual, shades: ramp.map(usualShade) }),
    picture('MONOCHROME1', {
      elements: [['00280004', 'CS', 'MONOCHROME1'], ...usual],
      shades: ramp.map((one) => 255 - usualShade(one)),
    }),
    picture('Implicit little endian', { elements: usual, shades: ramp.map(usualShade), syntax: 'implicit' }),
    picture('Explicit big endian', { elements: usual, shades: ramp.map(usualShade), syntax: 'bigEndian' }),
    picture('RLE of 16 bits', {
      elements: usual,
      pixels: rleFrame([Uint8Array.from(ramp, (one) => one >> 8), Uint8Array.from(ramp, (one) => one & 0xff)]),
      shades: ramp.map(usualShade),
      syntax: 'rle',
    }),
    picture('8 bits', { elements: stored(8, 8, 7), samples: small, shades: small.map(range(0, 252)) }),
    picture('8 bits with a sign', {
      elements: [...stored(8, 8, 7, 1), ...window(0, 256)],
      samples: each((index) => index * 4 - 128),
      shades: each((index) => linear(0, 256)(index * 4 - 128)),
    }),
    picture('12 bits', { elements: [...stored(16, 12, 11), ...usual], shades: ramp.map(usualShade) }),
    picture('12 bits with a sign', {
      elements: [...stored(16, 12, 11, 1), ...window(0, 2000)],
      samples: signedRamp.map((one) => one & 0xfff),
      shades: signedRamp.map(linear(0, 2000)),
    }),
    picture('12 bits at the high end', {
      elements: [...stored(16, 12, 15), ...usual],
      samples: ramp.map((one) => one << 4),
      shades: ramp.map(usualShade),
    }),
    picture('10 bits', {
      elements: [...stored(16, 10, 9), ...window(512, 1024)],
      samples: each((index) => index * 16),
      shades: each((index) => linear(512, 1024)(index * 16)),
    }),
    picture('16 bits with a sign', {
      elements: [...stored(16, 16, 15, 1), ...window(0, 2000)],
      samples: signedRamp,
      shades: signedRamp.map(linear(0, 2000)),
    }),
    picture('32 bits', {
      elements: [...stored(32, 32, 31), ...window(1e6, 2e6)],
      samples: ramp.map((one) => one * 1000),
      shades: ramp.map((one) => linear(1e6, 2e6)(one * 1000)),
    }),
    picture('32 bits with a sign', {
      elements: [...stored(32, 32, 31, 1), ...window(0, 2e6)],
      samples: signedRamp.map((one) => one * 1000),
      shades: signedRamp.map((one) => linear(0, 2e6)(one * 1000)),
    }),
    picture('Overlay in unused bits', {
      elements: [...stored(16, 12, 11), ...usual],
      samples: overlay,
      shades: ramp.map(usualShade),
    }),
    picture('Overlay in unused bits, no window', {
      elements: stored(16, 12, 11),
      samples: overlay,
      shades: ramp.map(range(0, 2016)),
    }),
    picture('Overlay beside a sign', {
      elements: [...stored(16, 12, 11, 1), ...window(0, 2000)],
      samples: signedRamp.map((one, index) => (one & 0xfff) | ((index % 16) << 12)),
      shades: signedRamp.map(linear(0, 2000)),
    }),
    picture('Slope and intercept', {
      elements: [...rescale(2, -1000), ...window(1000, 2000)],
      shades: ramp.map((one) => linear(1000, 2000)(one * 2 - 1000)),
    }),
    picture('Negative slope', {
      elements: [...rescale(-1, 2016), ...usual],
      shades: ramp.map((one) => usualShade(2016 - one)),
    }),
    picture('Negative slope, no window', {
      elements: rescale(-2, 0),
      shades: ramp.map((one) => range(-4032, 0)(-2 * one)),
    }),
    picture('Broken slope', {
      elements: [...rescale(0.5, 0.25), ...window(500, 1000)],
      shades: ramp.map((one) => linear(500, 1000)(one * 0.5 + 0.25)),
    }),
    picture('Small slope', {
      elements: [...rescale('0.0025', 0), ...window(2.5, 5)],
      shades: ramp.map((one) => linear(2.5, 5)(one * 0.0025)),
    }),
    picture('Small slope, no window', { elements: rescale('0.000001', 0), shades: ramp.map(range(0, 2016)) }),
    picture('Small slope, small window', {
      elements: [...rescale('0.000001', 0), ...window('0.001', '0.001')],
      shades: ramp.map((one) => exact(0.001, 0.001)(one * 1e-6)),
    }),
    picture('Large slope', {
      elements: [...rescale(12_345.678, 0), ...window(1e7, 2e7)],
      shades: ramp.map((one) => linear(1e7, 2e7)(one * 12_345.678)),
    }),
    picture('Small negative slope', {
      elements: [...rescale('-0.01', 5), ...window(0, 20)],
      shades: ramp.map((one) => linear(0, 20)(5 - one * 0.01)),
    }),
    picture('Slope of zero', { elements: [...rescale(0, 0), ...usual], shades: ramp.map(usualShade) }),
    picture('Several windows', { elements: window('500\\1500', '400\\800'), shades: ramp.map(linear(500, 400)) }),
    picture('Window of width 0', { elements: window(500, 0), shades: ramp.map(range(0, 2016)) }),
    picture('Window of negative width', { elements: window(500, -1), shades: ramp.map(range(0, 2016)) }),
    picture('Window of width 1', { elements: window(1000, 1), shades: ramp.map((one) => (one > 999.5 ? 255 : 0)) }),
    picture('No window', { shades: ramp.map(range(0, 2016)) }),
    picture('Centre without width', { elements: [['00281050', 'DS', '500']], shades: ramp.map(range(0, 2016)) }),
    picture('VOI LUT Function LINEAR', { elements: window(1000, 2000, 'LINEAR'), shades: ramp.map(usualShade) }),
    picture('VOI LUT Function LINEAR_EXACT', {
      elements: window(1000, 100, 'LINEAR_EXACT'),
      samples: each((index) => 940 + index * 2),
      shades: each((index) => exact(1000, 100)(940 + index * 2)),
    }),
    picture('VOI LUT Function SIGMOID', {
      elements: window(1000, 2000, 'SIGMOID'),
      shades: ramp.map(sigmoid(1000, 2000)),
    }),
    picture('SIGMOID of MONOCHROME1', {
      elements: [['00280004', 'CS', 'MONOCHROME1'], ...window(1000, 500, 'SIGMOID')],
      shades: ramp.map((one) => 255 - sigmoid(1000, 500)(one)),
    }),
    picture('LINEAR_EXACT with a small width', {
      elements: [...rescale('0.001', 0), ...window(1, '0.5', 'LINEAR_EXACT')],
      shades: ramp.map((one) => exact(1, 0.5)(one * 0.001)),
    }),
    picture('Padding', {
      elements: [...stored(16, 16, 15, 1), ['00280120', 'SS', [-2000]]],
      samples: padded,
      shades: paddedShades(1012, 2516),
    }),
    picture('Padding to a limit', {
      elements: [...stored(16, 16, 15, 1), ['00280120', 'SS', [-2000]], ['00280121', 'SS', [1100]]],
      samples: padded,
      shades: paddedShades(1108, 2516),
    }),
    picture('Padding of a high value', {
      elements: [['00280120', 'US', [65_535]]],
      samples: ramp.map((one, index) => (index < 8 ? 65_535 : one)),
      shades: ramp.map((one, index) => (index < 8 ? 255 : range(256, 2016)(one))),
    }),
    picture('Padding of a CT without a window', {
      elements: [...ct, ...stored(16, 16, 15, 1), ['00280120', 'SS', [-2000]]],
      samples: padded.map((one, index) => (index < 16 ? -2000 : one + 1500)),
      shades: padded.map((one, index) => (index < 16 ? 0 : range(2512, 4016)(one + 1500))),
    }),
    picture('CT without a window', {
      elements: [...ct, ...stored(16, 16, 15, 1)],
      samples: each((index) => index * 40),
      shades: each((index) => linear(40, 400)(index * 40 - 1024)),
    }),
    picture('PET in Bq/ml', {
      elements: [
        modality('PT'),
        ['00541001', 'CS', 'BQML'],
        ['00280051', 'CS', 'DECY\\ATTN'],
        ['00541102', 'CS', 'START'],
        ...rescale(1.7, 0),
        ...window(1500, 3000),
      ],
      shades: ramp.map((one) => linear(1500, 3000)(one * 1.7)),
    }),
    picture('PET in Bq/ml, no window', {
      elements: [modality('PT'), ['00541001', 'CS', 'BQML'], ...rescale(1.7, 0)],
      shades: ramp.map(range(0, 2016)),
    }),
    picture('PET in SUV', {
      elements: [modality('PT'), ['00541001', 'CS', 'GML'], ...rescale('0.005', 0), ...window(3, 6)],
      shades: ramp.map((one) => linear(3, 6)(one * 0.005)),
    }),
    picture('PixelAspectRatio', {
      elements: [['00280034', 'IS', '2\\1'], ...usual],
      shades: ramp.map(usualShade),
      aspect: 2,
    }),
    picture('PixelAspectRatio of wide pixels', {
      elements: [['00280034', 'IS', '1\\2'], ...usual],
      shades: ramp.map(usualShade),
      aspect: 0.5,
    }),
    picture('PixelSpacing', {
      elements: [['00280030', 'DS', ds(1, 0.5)], ...usual],
      shades: ramp.map(usualShade),
      aspect: 2,
    }),
    picture('ImagerPixelSpacing', {
      elements: [modality('DX'), ['00181164', 'DS', ds(0.4, 0.2)], ...usual],
      shades: ramp.map(usualShade),
      aspect: 2,
    }),
    ...overlays(),
    ...tables(),
    ...colours(),
    ...enhanced(),
  ];
}
