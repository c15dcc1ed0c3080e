import type { Element } from '@konsil/pixels/made-dicom';
import {
  asMetadata,
  madeBody as body,
  madeCtSlice,
  madeFile,
  madeSegmentation,
  madeStructureSet,
  type MadeStructures,
} from '@konsil/pixels/made-regions';
import { readStudy } from '../read-study.ts';
import type { Study } from '../study.ts';
import type { Vector } from '../place.ts';
import { framesOn } from './masks.ts';
import { outlinesOn } from './outlines.ts';
import { readContours } from './read-contours.ts';
import { regionObjectOf } from './region-object.ts';
import { studyOfObject, targetsOf } from './target.ts';

type Changes = Record<string, Element[2]>;
/** Other values of elements, in sequences too; new ones at the top. */
const changed = (elements: readonly Element[], changes: Changes): Element[] => {
  const within = (one: Element): Element => {
    const [tag, vr, value] = one;
    if (tag in changes) return [tag, vr, changes[tag]] as Element;
    if (vr !== 'SQ') return one;
    return [tag, vr, (value as unknown as Element[][]).map((item) => item.map(within))] as unknown as Element;
  };
  return elements.map(within);
};
const having = (elements: readonly Element[], more: readonly Element[]): Element[] =>
  [...elements.filter(([tag]) => more.every(([other]) => other !== tag)), ...more].sort(([a], [b]) => (a < b ? -1 : 1));
const ds = (values: readonly number[]): string => values.map((value) => String(Number(value.toFixed(6)))).join('\\');
const along = (from: Vector, ...ways: [Vector, number][]): Vector =>
  [0, 1, 2].map((axis) => ways.reduce((sum, [way, far]) => sum + (way[axis] ?? 0) * far, from[axis] ?? 0)) as Vector;

interface Stack {
  right: Vector;
  down: Vector;
  /** From one slice to the next. */
  step: Vector;
  row: number;
  column: number;
}
const usual: Stack = { right: [1, 0, 0], down: [0, 1, 0], step: [0, 0, 5], row: 1, column: 1 };
const originOf = ({ step }: Stack, slice: number): Vector => along([...body.origin], [step, slice]);
const sliceIn = (stack: Stack, slice: number, more: Element[] = []): Element[] =>
  having(
    changed(madeCtSlice(slice), {
      '00200032': ds(originOf(stack, slice)),
      '00200037': ds([...stack.right, ...stack.down]),
      '00280030': ds([stack.row, stack.column]),
    }),
    more,
  );
const stackOf = (stack: Stack, more: Element[] = []): Element[][] =>
  Array.from({ length: body.slices }, (_, slice) => sliceIn(stack, slice, more));
const studyOf = (images: Element[][], ...objects: Element[][]): Study =>
  readStudy(body.study, [...images, ...objects].map(asMetadata));
const targetsIn = (study: Study) => {
  const object = study.regionObjects[0] && regionObjectOf(study.regionObjects[0]);
  if (!object) throw new Error('no object');
  const targets = targetsOf(object, studyOfObject(object), [study]);
  if (typeof targets === 'string') throw new Error(targets);
  return { object, targets };
};
const outlinesIn = (images: Element[][], elements: Element[]) => {
  const read = readContours(madeFile(elements));
  if (typeof read === 'string') throw new Error(read);
  const { targets } = targetsIn(studyOf(images, elements));
  return {
    read,
    ...outlinesOn(
      targets,
      read.contours.filter(({ region }) => region === 7),
    ),
  };
};
const framesIn = (images: Element[][], elements: Element[], segment = 1) => {
  const { object, targets } = targetsIn(studyOf(images, elements));
  return framesOn(object, segment, targets);
};
const textOf = (points: readonly Vector[]): MadeStructures['points'] => ({
  text: ds(points.flat()),
  count: points.length,
});
const total = (unplaced: object): number => Object.values(unplaced).reduce((sum: number, one: number) => sum + one, 0);
const indexes = (all: Iterable<{ slice: { index: number } }>): number[] =>
  [...all].map(({ slice }) => slice.index).sort((a, b) => a - b);

const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
const stacks: [string, Stack][] = [
  ['sagittal', { right: [0, 1, 0], down: [0, 0, -1], step: [-5, 0, 0], row: 1, column: 1 }],
  [
    'turned by 30°',
    {
      right: [cos, sin, 0],
      down: [-sin * cos, cos * cos, -sin],
      step: [-2.5 * sin, 2.5 * cos, 5 * cos],
      row: 0.7,
      column: 0.7,
    },
  ],
  ['of a tilted gantry', { right: [1, 0, 0], down: [0, cos, -sin], step: [0, 0, 5], row: 1, column: 1 }],
  ['of pixels that are not square', { ...usual, row: 2.5, column: 0.5 }],
];

describe('Outlines on pictures', () => {
  test.each(stacks)('%s are at the pixels of their points', (_, stack) => {
    const pixels = [
      [3, 4],
      [40, 4],
      [40, 30],
      [3, 17],
    ] as const;
    const points = pixels.map(([x, y]) =>
      along(originOf(stack, 4), [stack.right, x * stack.column], [stack.down, y * stack.row]),
    );
    const elements = madeStructureSet({ namedFor: () => null, points: textOf(points) });
    const { outlines } = outlinesIn(stackOf(stack), elements);
    const [drawn, ...others] = outlines.values();
    expect(others).toEqual([]);
    expect(drawn?.slice.image.instance.uid).toBe(`${body.ct}.5`);
    const [path, ...more] = drawn?.paths ?? [];
    expect(more).toEqual([]);
    for (const [at, [x, y]] of pixels.entries()) {
      expect(path?.[at * 2]).toBeCloseTo(x + 0.5, 2);
      expect(path?.[at * 2 + 1]).toBeCloseTo(y + 0.5, 2);
    }
  });

  test('of a tilted gantry are left out if they lie across', () => {
    const { outlines, unplaced } = outlinesIn(stackOf({ ...usual, down: [0, cos, -sin] }), madeStructureSet());
    expect([outlines.size, total(unplaced)]).toEqual([0, 10]);
  });

  test.each(['1e308', '1e39', '1e30', 'NaN', 'Infinity', '-Infinity', '0x10', ''])(
    'with the coordinate %p are unreadable',
    (odd) => {
      const points = { text: `0\\0\\120\\20\\0\\120\\20\\20\\120\\${odd}\\20\\120`, count: 4 };
      const { outlines, read } = outlinesIn(stackOf(usual), madeStructureSet({ points }));
      expect([outlines.size, read.broken.get(7)]).toEqual([0, 5]);
    },
  );

  test('with the same beginning and end are all drawn', () => {
    const [from, to]: Vector[][] = [
      [
        [0, 0, 120],
        [20, 0, 120],
        [20, 5, 120],
        [15, 5, 120],
      ],
      [
        [5, 9, 120],
        [0, 20, 120],
      ],
    ];
    const contours = [9, 15].map((x) => ({
      region: 7,
      names: [],
      points: Float32Array.from([...(from ?? []), [x, 12, 120], ...(to ?? [])].flat()),
    }));
    const { targets } = targetsIn(studyOf(stackOf(usual), madeStructureSet()));
    const [drawn] = outlinesOn(targets, contours).outlines.values();
    expect(drawn?.paths).toHaveLength(2);
  });

  test('keep all frames that they name', () => {
    const elements = changed(madeStructureSet(), {});
    const naming = (items: readonly Element[]): Element[] =>
      items.map(([tag, vr, value]) =>
        vr === 'SQ'
          ? ([
              tag,
              vr,
              (value as unknown as Element[][]).map((item) =>
                naming(tag === '30060016' ? [...item, ['00081160', 'IS', '3\\4']] : item),
              ),
            ] as unknown as Element)
          : ([tag, vr, value] as Element),
      );
    const read = readContours(madeFile(naming(elements)));
    if (typeof read === 'string') throw new Error(read);
    expect(read.contours[0]?.names.map(({ frame }) => frame)).toEqual([3, 4]);
  });

  test('are on no slice that is too far away for its thickness', () => {
    const sparse = [0, 7].map((slice) => sliceIn(usual, slice, [['00180050', 'DS', '5']]));
    const named = madeStructureSet({ namedFor: () => null });
    expect(outlinesIn(sparse, named).outlines.size).toBe(0);
    expect(framesIn(sparse, madeSegmentation({ madeFrom: () => null })).frames).toEqual([]);
  });

  test('are on no phase if they name none', () => {
    const phases = [
      ...stackOf(usual),
      ...stackOf(usual).map((slice) =>
        changed(slice, { '00080018': `${slice.find(([tag]) => tag === '00080018')?.[2]}.9` }),
      ),
    ];
    const { outlines, unplaced } = outlinesIn(phases, madeStructureSet({ namedFor: () => null }));
    expect([outlines.size, unplaced.twice]).toEqual([0, 10]);
    const named = outlinesIn(phases, madeStructureSet());
    expect([...named.outlines.values()].map(({ slice }) => slice.image.instance.uid.endsWith('.9'))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(framesIn(phases, madeSegmentation({ madeFrom: () => null }))).toMatchObject({
      frames: [],
      unplaced: { twice: 5 },
    });
  });

  test('that refer to nothing are on none of two series in the same place', () => {
    const other = stackOf(usual).map((slice) =>
      changed(slice, {
        '00080018': `${slice.find(([tag]) => tag === '00080018')?.[2]}.9`,
        '0020000e': `${body.ct}.99`,
      }),
    );
    const silent = madeSegmentation({ madeFrom: () => null }).filter(([tag]) => tag !== '00081115');
    expect(framesIn(stackOf(usual), silent).frames).toHaveLength(5);
    expect(framesIn([...stackOf(usual), ...other], silent)).toMatchObject({ frames: [], unplaced: { twice: 5 } });
    // The series that is referred to has them alone.
    const { frames } = framesIn([...stackOf(usual), ...other], madeSegmentation({ madeFrom: () => null }));
    expect(new Set(frames.map(({ slice }) => slice.series.images[0]?.instance.uid))).toEqual(new Set([`${body.ct}.1`]));
  });
});

describe('Regions', () => {
  test('that share a number are ambiguous', () => {
    const structures = regionObjectOf(
      studyOf(stackOf(usual), changed(madeStructureSet(), { '30060022': '7' })).regionObjects[0]!,
    );
    expect(structures?.regions).toMatchObject([{ number: 7, name: 'PTV Prostata / Isozentrum', isAmbiguous: true }]);
    const segments = regionObjectOf(
      studyOf(stackOf(usual), changed(madeSegmentation(), { '00620004': [1] })).regionObjects[0]!,
    );
    expect(segments?.regions).toMatchObject([{ number: 1, name: 'Blase / Knochen', isAmbiguous: true }]);
    const usualOnes = regionObjectOf(studyOf(stackOf(usual), madeStructureSet()).regionObjects[0]!);
    expect(usualOnes?.regions.map(({ isAmbiguous }) => isAmbiguous)).toEqual([false, false]);
  });

  test('have names that fit into a list, in any script', () => {
    const named = (name: string) =>
      regionObjectOf(studyOf(stackOf(usual), changed(madeSegmentation(), { '00620005': name })).regionObjects[0]!)
        ?.regions[0]?.name;
    expect(named('Ä'.repeat(10_000))).toBe(`${'Ä'.repeat(128)}…`);
    expect(named('前立腺 Müller <b>')).toBe('前立腺 Müller <b>');
  });
});

describe('Frames', () => {
  test('of one segment in the same place are ambiguous', () => {
    const elements = madeSegmentation().map((one): Element => {
      if (one[0] !== '52009230') return one;
      const items = one[2] as unknown as Element[][];
      // The second frame is where the first one is.
      return ['52009230', 'SQ', items.map((item, at) => (at === 1 ? items[0] : item))] as unknown as Element;
    });
    const { frames, unplaced } = framesIn(stackOf(usual), elements);
    expect([indexes(frames), unplaced.twice]).toEqual([[4, 5, 6], 2]);
  });

  test('in any order are on their slices', () => {
    const backwards = madeSegmentation().map(
      (one): Element =>
        one[0] === '52009230'
          ? (['52009230', 'SQ', [...(one[2] as unknown as Element[][])].reverse()] as unknown as Element)
          : one,
    );
    const { frames } = framesIn(stackOf(usual), backwards);
    expect(frames.map(({ frame, slice }) => [frame, slice.index])).toEqual([
      [3, 6],
      [4, 5],
      [5, 4],
      [6, 3],
      [7, 2],
    ]);
  });
});
