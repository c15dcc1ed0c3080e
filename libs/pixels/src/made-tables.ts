import {
  clamped,
  each,
  linear,
  picture,
  ramp,
  rescale,
  stored,
  table,
  window,
  type MadePicture,
} from './made-picture.ts';

/** Pictures with lookup tables (PS3.3 C.11.1 and C.11.2). */
export const tables = (): MadePicture[] => {
  const step = each((index) => (index < 32 ? 0 : index * 1000), 64);
  const look = (entries: readonly number[], first: number, most: number) => (value: number) =>
    clamped(((entries[Math.min(entries.length - 1, Math.max(0, value - first))] ?? 0) / most) * 255);
  const few = each((index) => index);
  const long = each((index) => (index < 900 ? 0 : index > 1000 ? 65_535 : (index - 900) * 655), 4096);
  return [
    picture('VOI LUT of 16 bits', {
      elements: [['00283010', 'SQ', [table(0, 16, step)]]],
      samples: few,
      shades: few.map(look(step, 0, 65_535)),
    }),
    picture('VOI LUT of 4,096 entries', {
      elements: [['00283010', 'SQ', [table(0, 16, long)]]],
      shades: ramp.map(look(long, 0, 65_535)),
    }),
    picture('VOI LUT that begins at 20', {
      elements: [['00283010', 'SQ', [table(20, 16, step)]]],
      samples: few,
      shades: few.map(look(step, 20, 65_535)),
    }),
    picture('VOI LUT of 12 bits', {
      elements: [
        [
          '00283010',
          'SQ',
          [
            table(
              0,
              12,
              few.map((one) => one * 64),
            ),
          ],
        ],
      ],
      samples: few,
      shades: few.map((one) => ((one * 64) / 4095) * 255),
    }),
    picture('VOI LUT of 8 bits in words', {
      elements: [
        [
          '00283010',
          'SQ',
          [
            table(
              0,
              8,
              few.map((one) => one * 4),
            ),
          ],
        ],
      ],
      samples: few,
      shades: few.map((one) => one * 4),
    }),
    picture('VOI LUT below zero', {
      elements: [...stored(16, 16, 15, 1), ['00283010', 'SQ', [table(-32, 16, step, 'SS')]]],
      samples: few.map((one) => one - 32),
      shades: few.map((one) => look(step, -32, 65_535)(one - 32)),
    }),
    picture('VOI LUT after a slope', {
      elements: [
        ...rescale(2, 10),
        [
          '00283010',
          'SQ',
          [
            table(
              10,
              16,
              each((index) => index * 500, 128),
            ),
          ],
        ],
      ],
      samples: few,
      shades: few.map((one) => ((one * 2 * 500) / 65_535) * 255),
    }),
    picture('VOI LUT of MONOCHROME1', {
      elements: [
        ['00280004', 'CS', 'MONOCHROME1'],
        ['00283010', 'SQ', [table(0, 16, step)]],
      ],
      samples: few,
      shades: few.map((one) => 255 - look(step, 0, 65_535)(one)),
    }),
    picture('Modality LUT', {
      elements: [
        ...window(500, 1000),
        [
          '00283000',
          'SQ',
          [
            table(
              0,
              16,
              few.map((one) => one * one),
            ),
          ],
        ],
      ],
      samples: few,
      shades: few.map((one) => linear(500, 1000)(one * one)),
    }),
    picture('Modality LUT and VOI LUT', {
      elements: [
        [
          '00283000',
          'SQ',
          [
            table(
              0,
              16,
              few.map((one) => 63 - one),
            ),
          ],
        ],
        ['00283010', 'SQ', [table(0, 16, step)]],
      ],
      samples: few,
      shades: few.map((one) => look(step, 0, 65_535)(63 - one)),
    }),
  ];
};
