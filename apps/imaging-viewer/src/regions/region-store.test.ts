import { nativeSamples, type Samples } from '@konsil/pixels';
import type { Element } from '@konsil/pixels/made-dicom';
import {
  asMetadata,
  madeBody as body,
  madeCtSlice,
  madeFile,
  madeFrame,
  madeSegmentation,
  madeStructureSet,
} from '@konsil/pixels/made-regions';
import { readContours } from '../study/regions/read-contours.ts';
import { framesOn } from '../study/regions/masks.ts';
import { regionObjectOf } from '../study/regions/region-object.ts';
import { targetsOf } from '../study/regions/target.ts';
import { readStudy } from '../study/read-study.ts';
import type { Instance, Study } from '../study/study.ts';
import { forgetMasks, loadMasks } from './load-masks.ts';
import { RegionStore, type RegionSources } from './RegionStore.ts';

const ct = Array.from({ length: body.slices }, (_, slice) => madeCtSlice(slice));
const studyWith = (...objects: Element[][]): Study => readStudy(body.study, [...ct, ...objects].map(asMetadata));

const sourcesOf = (elements: Element[]): RegionSources & { asked: number } => {
  const sources = {
    asked: 0,
    contoursOf: async () => {
      sources.asked += 1;
      return readContours(madeFile(elements));
    },
    samplesOf: async ({ columns, rows, bitsAllocated }: Instance, frame: number) => {
      sources.asked += 1;
      return nativeSamples(madeFrame(elements, frame), { count: columns * rows, bitsAllocated });
    },
  };
  return sources;
};
/** The state of a region once it is loaded. */
const settled = (store: RegionStore, region: number) =>
  new Promise<ReturnType<RegionStore['state']>[number]['regions'][number]>((resolve) => {
    const look = () => {
      const found = store.state()[0]?.regions.find((one) => one.region.number === region);
      if (found && found.phase !== 'idle' && found.phase !== 'loading') resolve(found);
    };
    store.subscribe(look);
    look();
  });
const keyIn = (study: Study): string => study.regionObjects[0]?.url ?? '';
const imageIn = (study: Study, slice: number): string => study.series[0]?.images[slice]?.id ?? '';

test('nothing is loaded or drawn until it is switched on', async () => {
  const elements = madeSegmentation();
  const [study, sources] = [studyWith(elements), sourcesOf(elements)];
  const store = new RegionStore(sources);
  store.open([study]);
  expect(sources.asked).toBe(0);
  expect(store.drawingsOn(imageIn(study, 4))).toEqual([]);
  store.show(keyIn(study), 1, true);
  expect(await settled(store, 1)).toMatchObject({
    on: true,
    phase: 'ready',
    pictures: 5,
    largest: { series: study.series[0], index: 4 },
  });
  // The other segment has frames of its own.
  expect(sources.asked).toBe(5);
  expect(store.drawingsOn(imageIn(study, 4))).toMatchObject([{ kind: 'mask', region: { name: 'Blase' } }]);
  expect(store.drawingsOn(imageIn(study, 0))).toEqual([]);
  store.show(keyIn(study), 1, false);
  expect(store.drawingsOn(imageIn(study, 4))).toEqual([]);
});

test('the outlines of one file are fetched once, and again after a failure', async () => {
  const elements = madeStructureSet();
  const [study, sources] = [studyWith(elements), sourcesOf(elements)];
  const { contoursOf } = sources;
  sources.contoursOf = () => Promise.reject(new Error('offline'));
  const store = new RegionStore(sources);
  store.open([study]);
  store.show(keyIn(study), 7, true);
  expect(await settled(store, 7)).toMatchObject({ on: false, phase: 'failed' });
  sources.contoursOf = contoursOf;
  store.showAll(keyIn(study), true);
  expect(await settled(store, 7)).toMatchObject({ on: true, phase: 'ready', largest: { index: 4 } });
  expect(await settled(store, 8)).toMatchObject({ on: false, phase: 'none', others: 1 });
  expect(sources.asked).toBe(1);
  expect(store.drawingsOn(imageIn(study, 4))).toMatchObject([{ kind: 'outlines', region: { name: 'PTV Prostata' } }]);
});

test('an object that does not match the images stays off', () => {
  const elements = madeStructureSet({ space: '1.2.3.4' });
  const [study, sources] = [studyWith(elements), sourcesOf(elements)];
  const store = new RegionStore(sources);
  store.open([study]);
  store.showAll(keyIn(study), true);
  expect(store.state()).toMatchObject([{ noTarget: 'space', regions: [{ on: false }, { on: false }] }]);
  expect(sources.asked).toBe(0);
});

test('what is drawn on a study is forgotten with it', async () => {
  const elements = madeSegmentation();
  const study = studyWith(elements);
  const store = new RegionStore(sourcesOf(elements));
  store.open([study]);
  store.show(keyIn(study), 1, true);
  await settled(store, 1);
  store.open([]);
  expect(store.state()).toEqual([]);
  expect(store.drawingsOn(imageIn(study, 4))).toEqual([]);
});

test('a segment with a sample that cannot be is not drawn in part', async () => {
  const elements = madeSegmentation({ kind: 'fractional' });
  const [study, sources] = [studyWith(elements), sourcesOf(elements)];
  const { samplesOf } = sources;
  sources.samplesOf = async (instance, frame) =>
    frame === 4 ? new Uint8Array(instance.columns * instance.rows).fill(201) : samplesOf(instance, frame);
  const store = new RegionStore(sources);
  store.open([study]);
  store.show(keyIn(study), 1, true);
  expect(await settled(store, 1)).toMatchObject({ on: false, phase: 'broken' });
  expect(store.drawingsOn(imageIn(study, 4))).toEqual([]);
});

test('structures that share a number stay off', () => {
  const elements = madeSegmentation().map(
    (one): Element =>
      one[0] === '00620002'
        ? ['00620002', 'SQ', (one[2] as unknown as Element[][]).flatMap((segment) => [segment, segment])]
        : one,
  );
  const [study, sources] = [studyWith(elements), sourcesOf(elements)];
  const store = new RegionStore(sources);
  store.open([study]);
  store.showAll(keyIn(study), true);
  const [object] = store.state();
  expect(object?.regions.map(({ on, phase }) => [on, phase])).toEqual([
    [false, 'ambiguous'],
    [false, 'ambiguous'],
  ]);
  expect(sources.asked).toBe(0);
});

test('a label map of 16 bits has its segments alone, without the background', async () => {
  const segment = 300;
  const elements = madeSegmentation({ kind: 'labelMap' }).map((one): Element => {
    if (one[0] === '00280100') return ['00280100', 'US', [16]];
    if (one[0] !== '00620002') return one;
    const [first = [], second = []] = one[2] as unknown as Element[][];
    return [
      '00620002',
      'SQ',
      [first.map((part): Element => (part[0] === '00620004' ? ['00620004', 'US', [segment]] : part)), second],
    ];
  });
  const [study, sources] = [studyWith(elements), sourcesOf(elements)];
  const { columns = 0, rows = 0 } = study.regionObjects[0] ?? {};
  sources.samplesOf = async () => {
    const samples = new Uint16Array(columns * rows).fill(65_535);
    samples.fill(segment, columns * 50, columns * 50 + 7);
    // Its lower byte is that of the segment.
    samples.fill(segment & 0xff, columns * 51, columns * 51 + 9);
    return samples;
  };
  const store = new RegionStore(sources);
  store.open([study]);
  store.show(keyIn(study), segment, true);
  expect(await settled(store, segment)).toMatchObject({ on: true, phase: 'ready' });
  expect(store.drawingsOn(imageIn(study, 4))).toMatchObject([
    { kind: 'mask', mask: { mask: { left: 0, top: 50, width: 7, height: 1, pixels: 7 } } },
  ]);
});

test('the memory of segments that fail to load is given back', async () => {
  const study = studyWith(madeSegmentation({ kind: 'fractional' }));
  const [instance] = study.regionObjects;
  const object = instance && regionObjectOf({ ...instance, columns: 4096, rows: 4096 });
  if (!object) throw new Error('no object');
  const targets = targetsOf(object, body.study, [study]);
  const { frames } = typeof targets === 'string' ? { frames: [] } : framesOn(object, 1, targets);
  const full: Samples = new Uint8Array(4096 * 4096).fill(200);
  const load = (samplesOf: RegionSources['samplesOf']) =>
    loadMasks(object, 1, frames.slice(0, 3), { samplesOf, told: () => undefined, isWanted: () => true });
  let finish: () => void = () => undefined;
  const late = new Promise<Samples>((resolve) => {
    finish = () => resolve(full);
  });
  for (const _ of [1, 2]) {
    await expect(
      load((_instance, frame) => (frame === frames[0]?.frame ? Promise.reject(new Error('offline')) : late)),
    ).rejects.toThrow('offline');
    finish();
    await late;
  }
  const loaded = await load(async () => full);
  expect(loaded).toHaveLength(3);
  if (typeof loaded !== 'string') forgetMasks(loaded);
});

test('segments take 64 MiB at most, and give the memory back', async () => {
  const study = studyWith(madeSegmentation({ kind: 'fractional' }));
  const [instance] = study.regionObjects;
  const object = instance && regionObjectOf({ ...instance, columns: 4096, rows: 4096 });
  if (!object) throw new Error('no object');
  const targets = targetsOf(object, body.study, [study]);
  const [frame] = typeof targets === 'string' ? [] : framesOn(object, 1, targets).frames;
  if (!frame) throw new Error('no frame');
  // 16 MiB each.
  const full: Samples = new Uint8Array(4096 * 4096).fill(200);
  const load = (count: number) =>
    loadMasks(
      object,
      1,
      Array.from({ length: count }, () => frame),
      { samplesOf: async () => full, told: () => undefined, isWanted: () => true },
    );
  const three = await load(3);
  expect(three).toHaveLength(3);
  expect(await load(2)).toBe('tooLarge');
  if (typeof three !== 'string') forgetMasks(three);
  const two = await load(2);
  expect(two).toHaveLength(2);
  if (typeof two !== 'string') forgetMasks(two);
});
