import { nativeSamples } from '@konsil/pixels';
import type { Element } from '@konsil/pixels/made-dicom';
import {
  asMetadata,
  madeBody as body,
  madeCtSlice,
  madeFile,
  madeFrame,
  madeSegmentation,
  madeStructureSet,
  type MadeSegmentation,
  type MadeStructures,
} from '@konsil/pixels/made-regions';
import { transformed } from '../../engine/affine.ts';
import { readStudy } from '../read-study.ts';
import type { Study } from '../study.ts';
import { framesOn, maskOf, shareAt, shareTable, type Mask } from './masks.ts';
import { areaOf, outlinesOn } from './outlines.ts';
import { contourLimits, readContours, type ReadContours } from './read-contours.ts';
import { colourOfLab } from './region-colour.ts';
import { regionObjectOf, type RegionObject } from './region-object.ts';
import { studyOfObject, targetsOf } from './target.ts';

const ct = Array.from({ length: body.slices }, (_, slice) => madeCtSlice(slice));
const studyWith = (...objects: Element[][]): Study => readStudy(body.study, [...ct, ...objects].map(asMetadata));
const objectIn = ({ regionObjects }: Study): RegionObject => {
  const found = regionObjects[0] && regionObjectOf(regionObjects[0]);
  if (!found) throw new Error('no object');
  return found;
};
const targetsIn = (study: Study) => targetsOf(objectIn(study), studyOfObject(objectIn(study)), [study]);
const slicesIn = (study: Study) => {
  const targets = targetsIn(study);
  if (typeof targets === 'string') throw new Error(targets);
  return targets;
};
const read = (file: Uint8Array): ReadContours => {
  const found = readContours(file);
  if (typeof found === 'string') throw new Error(found);
  return found;
};
const drawn = (made: MadeStructures = {}) => {
  const elements = madeStructureSet(made);
  const { contours } = read(madeFile(elements));
  return outlinesOn(
    slicesIn(studyWith(elements)),
    contours.filter(({ region }) => region === 7),
  );
};
const circleArea = (slice: number): number => Math.PI * (body.radiusIn(slice) ** 2 - body.hole ** 2);
const within = (value: number, expected: number): boolean => Math.abs(value - expected) <= expected * 0.02;
/** Columns and rows from the edge of the picture. */
const centreInPicture = [0, 1].map((axis) => ((body.centre[axis] ?? 0) - (body.origin[axis] ?? 0)) / body.pixel + 0.5);

describe('A study with objects that mark regions', () => {
  test('has no series of them, and reads what they say', () => {
    const study = studyWith(madeStructureSet(), madeSegmentation());
    expect(study.series.map(({ description, images }) => [description, images.length])).toEqual([['Becken', 8]]);
    const [structures, segmentation] = study.regionObjects.map(regionObjectOf);
    expect(structures).toMatchObject({
      kind: 'structures',
      label: 'Plan A',
      author: 'Petra Physik',
      day: '2026-03-04',
      approval: 'unapproved',
      regions: [
        { number: 7, name: 'PTV Prostata', rtType: 'PTV', colour: [255, 0, 0], algorithm: 'manual' },
        { number: 8, name: 'Isozentrum', rtType: 'ISOCENTER', algorithm: 'manual' },
      ],
    });
    expect(segmentation).toMatchObject({
      kind: 'segmentation',
      label: 'ORGANE',
      author: '',
      maker: 'Labor für Bilder',
      day: '2026-03-05',
      most: null,
      regions: [
        {
          number: 1,
          name: 'Blase',
          type: 'Anatomical Structure, Urinary bladder',
          algorithm: 'automatic',
          algorithmName: 'TotalSegmentator 2',
        },
        { number: 2, name: 'Knochen', algorithm: 'manual' },
      ],
    });
  });

  test.each<[string, Element[]]>([
    ['space', madeStructureSet({ space: '1.2.3.4' })],
    ['space', madeSegmentation({ space: '1.2.3.4' })],
    ['study', madeStructureSet({ study: '1.2.3.5' })],
    ['person', madeStructureSet({ patientName: 'Anders^Anna' })],
  ])('gives %s as the reason why nothing is drawn', (reason, elements) => {
    expect(targetsIn(studyWith(elements))).toBe(reason);
  });

  test('says so if the images of an object are missing', () => {
    const elements = madeStructureSet();
    const other = madeCtSlice(0).map(
      ([tag, vr, value]): Element =>
        tag === '00080018' || tag === '0020000e' ? [tag, vr, '1.2.3.9'] : [tag, vr, value],
    );
    expect(targetsIn(readStudy(body.study, [other, elements].map(asMetadata)))).toBe('images');
  });
});

describe('Outlines', () => {
  test('lie on their slices, with the circle of the picture and its hole', () => {
    const { outlines, unplaced } = drawn();
    expect(unplaced).toEqual({ disagrees: 0, between: 0, twice: 0, elsewhere: 0 });
    expect([...outlines.values()].map(({ slice }) => slice.index)).toEqual([2, 3, 4, 5, 6]);
    for (const one of outlines.values()) {
      expect(within(areaOf(one), circleArea(one.slice.index))).toBe(true);
      const [outer = new Float32Array()] = one.paths;
      const radius = body.radiusIn(one.slice.index) / body.pixel;
      for (let at = 0; at < outer.length; at += 2) {
        const from = Math.hypot(
          (outer[at] ?? 0) - (centreInPicture[0] ?? 0),
          (outer[at + 1] ?? 0) - (centreInPicture[1] ?? 0),
        );
        expect(Math.abs(from - radius)).toBeLessThan(0.02);
      }
    }
  });

  test('are placed by their position where they name no image', () => {
    const { outlines } = drawn({ namedFor: () => null, shift: 2 });
    expect([...outlines.values()].map(({ slice }) => slice.index)).toEqual([2, 3, 4, 5, 6]);
  });

  test('are not drawn where name and position disagree', () => {
    const { outlines, unplaced } = drawn({ namedFor: (slice) => (slice === 4 ? 5 : slice) });
    expect([...outlines.values()].map(({ slice }) => slice.index)).toEqual([2, 3, 5, 6]);
    expect(outlines.get([...outlines.keys()][2] ?? '')?.paths).toHaveLength(2);
    expect(unplaced.disagrees).toBe(2);
  });

  test('are not drawn where they cross the slices', () => {
    const { outlines, unplaced } = drawn({ namedFor: () => null, tilt: 0.5 });
    expect(outlines.size).toBe(0);
    expect(unplaced.between).toBe(10);
  });

  test('that a file has twice do not cancel themselves out', () => {
    const [one] = drawn({ twice: true }).outlines.values();
    expect(one && within(areaOf(one), circleArea(2))).toBe(true);
  });

  test('are read from implicit and big-endian files alike', () => {
    const elements = madeStructureSet();
    const usual = read(madeFile(elements));
    expect(usual.contours).toHaveLength(10);
    expect(usual.others).toEqual(new Map([[8, 1]]));
    for (const syntax of ['implicit', 'bigEndian'] as const) expect(read(madeFile(elements, syntax))).toEqual(usual);
  });

  test('of a truncated file are never read in part', () => {
    const file = madeFile(madeStructureSet());
    const whole = read(file);
    const contours = file.length - 2_500;
    for (let end = 200; end < file.length - 300; end += 97) {
      const found = readContours(file.subarray(0, end));
      if (typeof found === 'string') expect(found).toBe('broken');
      // Beyond the outlines, only what follows them is missing.
      else if (end < contours) expect(found.contours).toEqual([]);
      else expect(found).toEqual(whole);
    }
  });

  test('with another number of points than declared are counted as unreadable', () => {
    const elements = madeStructureSet({ points: { text: '1\\2\\100\\3\\4\\100\\5\\6\\100', count: 4 } });
    expect(read(madeFile(elements)).broken).toEqual(new Map([[7, 5]]));
  });

  test('of more than two million points are refused', () => {
    const count = contourLimits.points / 5;
    const text = '1\\2\\3\\'.repeat(count);
    const files = [count - 1, count].map((declared) =>
      madeFile(madeStructureSet({ points: { text: text.slice(0, -1), count: declared } }), 'implicit'),
    );
    expect(files.map((file) => readContours(file)).map((found) => typeof found === 'string' && found)).toEqual([
      false,
      'tooLarge',
    ]);
  });
});

describe('Segmentations', () => {
  const usual = shareTable((sample) => (sample === 1 ? 255 : 0));
  const placed = (made: MadeSegmentation = {}, segment = 1) => {
    const elements = madeSegmentation(made);
    const study = studyWith(elements);
    const object = objectIn(study);
    return { ...framesOn(object, segment, slicesIn(study)), elements, object };
  };
  const maskAt = ({ elements, object }: ReturnType<typeof placed>, frame: number, share = usual): Mask => {
    const { columns, rows, bitsAllocated } = object.instance;
    const samples = nativeSamples(madeFrame(elements, frame), { count: columns * rows, bitsAllocated });
    const mask = samples && maskOf(samples, object.instance, share, object.most !== null);
    if (!mask || mask === 'broken') throw new Error('no mask');
    return mask;
  };

  test('lie on their slices, with the circle of the picture, in a grid of their own', () => {
    const all = placed();
    expect(all.frames.map(({ slice }) => slice.index)).toEqual([2, 3, 4, 5, 6]);
    for (const { frame, slice, toPicture, pixelArea } of all.frames) {
      const mask = maskAt(all, frame);
      expect(within(mask.pixels * pixelArea, Math.PI * body.radiusIn(slice.index) ** 2)).toBe(true);
      const middle = transformed(toPicture, [mask.left + mask.width / 2, mask.top + mask.height / 2]);
      expect(Math.hypot(middle[0] - (centreInPicture[0] ?? 0), middle[1] - (centreInPicture[1] ?? 0))).toBeLessThan(
        0.5,
      );
    }
  });

  test('keep each pixel in its place', () => {
    const [columns, rows] = [11, 5];
    const samples = Uint8Array.from({ length: columns * rows }, (_, at) =>
      at % columns > 1 && at % columns < 9 && at >= columns ? Number((at * at) % 7 < 3) : 0,
    );
    const mask = maskOf(
      samples,
      { columns, rows },
      shareTable((sample) => sample * 255),
      false,
    );
    if (!mask || mask === 'broken') throw new Error('no mask');
    const seen = samples.map((_, at) => {
      const [x, y] = [(at % columns) - mask.left, Math.floor(at / columns) - mask.top];
      const isWithin = x >= 0 && x < mask.width && y >= 0 && y < mask.height;
      return isWithin ? shareAt(mask, y * mask.width + x) / 255 : 0;
    });
    expect([...seen]).toEqual([...samples]);
    expect(mask.pixels).toBe(samples.filter(Boolean).length);
  });

  test('have each segment in its own frames', () => {
    expect(placed({}, 2).frames.map(({ slice, frame }) => [slice.index, frame])).toEqual([
      [0, 6],
      [1, 7],
    ]);
  });

  test.each<[string, MadeSegmentation, number[]]>([
    ['within half a spacing', { shift: 2, madeFrom: () => null }, [2, 3, 4, 5, 6]],
    ['in the middle between two slices', { shift: 2.5, madeFrom: () => null }, []],
    ['made from another slice', { shift: 5 }, []],
    ['tilted against the slices', { lean: 0.2, madeFrom: () => null }, []],
    ['made from images that are missing', { madeFrom: (slice) => slice + 100 }, []],
  ])('%s are on the right slices or on none', (_, made, indexes) => {
    const { frames, unplaced } = placed(made);
    expect(frames.map(({ slice }) => slice.index)).toEqual(indexes);
    expect(Object.values(unplaced).reduce((sum, count) => sum + count, 0)).toBe(5 - indexes.length);
  });

  test('with fractions keep them', () => {
    const all = placed({ kind: 'fractional' });
    expect(all.object).toMatchObject({ most: 200, probability: true });
    const mask = maskAt(
      all,
      3,
      shareTable((sample) => (sample <= 200 ? Math.round((sample / 200) * 255) : -1)),
    );
    expect([...new Set(mask.shares)].sort()).toEqual([0, 128]);
    const tooLarge = maskOf(
      new Uint8Array([0, 201]),
      { columns: 2, rows: 1 },
      shareTable((sample) => (sample <= 200 ? sample : -1)),
      true,
    );
    expect(tooLarge).toBe('broken');
  });

  test('as a label map have every segment in each frame', () => {
    const all = placed({ kind: 'labelMap' }, 2);
    expect(all.frames.map(({ slice }) => slice.index)).toEqual([2, 3, 4, 5, 6, 0, 1]);
    const mask = maskAt(
      all,
      6,
      shareTable((sample) => (sample === 2 ? 255 : 0)),
    );
    expect(within(mask.pixels * 0.9 ** 2, body.square.side ** 2)).toBe(true);
  });

  test('have the colours of their CIELab values', () => {
    const scaled = ([l, a, b]: [number, number, number]) =>
      [(l / 100) * 65_535, ((a + 128) / 255) * 65_535, ((b + 128) / 255) * 65_535].map(Math.round);
    // Red, white and black of sRGB in D50.
    expect(colourOfLab(scaled([54.29, 80.81, 69.89]))).toEqual([255, 0, 0]);
    expect(colourOfLab(scaled([100, 0, 0]))).toEqual([255, 255, 255]);
    expect(colourOfLab(scaled([0, 0, 0]))).toEqual([0, 0, 0]);
    expect(colourOfLab([1, 2])).toBeNull();
  });
});
