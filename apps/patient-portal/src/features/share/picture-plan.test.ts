/** @jest-environment node */
import type { PictureSeries } from '@konsil/contracts/documents';
import { collectSeries, mostPictures, planOf } from './picture-plan.ts';
import type { FetchFrame } from './picture-plan.ts';

const aSeries = (images: number, frames = 1): PictureSeries => ({
  study_uid: '1.2',
  series_uid: '1.2.3',
  number: 1,
  modality: 'CT',
  description: 'axial',
  images: Array.from({ length: images }, (_, index) => ({ instance: `1.2.3.${index + 1}`, frames })),
});
const placesOf = (series: PictureSeries) => planOf([series])[0]?.frames.map(({ at }) => at) ?? [];
const pictureOf =
  (size: number): FetchFrame =>
  () =>
    Promise.resolve({ contentType: 'image/jpeg', bytes: new Uint8Array(size) });

test('every image of a short series is chosen, every n-th of a long one', () => {
  expect(placesOf(aSeries(mostPictures))).toHaveLength(mostPictures);
  expect(placesOf(aSeries(118)).slice(0, 4)).toEqual([1, 4, 7, 10]);
  for (const images of [41, 79, 80, 81, 118, 1000]) {
    const places = placesOf(aSeries(images));
    expect(places.length).toBeLessThanOrEqual(mostPictures);
    expect(new Set(places.slice(1).map((at, index) => at - (places[index] ?? 0))).size).toBe(1);
  }
});

test('frames of an image count as images', () => {
  const [plan] = planOf([aSeries(1, 3)]);
  expect([plan?.total, plan?.frames.map(({ frame }) => frame)]).toEqual([3, [1, 2, 3]]);
});

test('the image limit of a document is divided among its series', () => {
  const plans = planOf(Array.from({ length: 20 }, () => aSeries(60)));
  expect(plans.map(({ frames }) => frames.length)).toEqual(Array.from({ length: 20 }, () => 10));
});

test('pictures that exceed the limit are thinned evenly in every series', async () => {
  const done: number[] = [];
  const found = await collectSeries(planOf([aSeries(8), aSeries(8)]), {
    fetchFrame: pictureOf(100),
    limit: 900,
    onDone: (count) => done.push(count),
  });
  expect(found.map(({ pictures }) => pictures.map(({ at }) => at))).toEqual([
    [1, 3, 5, 7],
    [1, 3, 5, 7],
  ]);
  expect(found.map(({ total }) => total)).toEqual([8, 8]);
  expect(done).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
});

test('chooses no images if one per series does not fit', async () => {
  const found = await collectSeries(planOf([aSeries(3), aSeries(3)]), {
    fetchFrame: pictureOf(100),
    limit: 150,
    onDone: () => {},
  });
  expect(found.flatMap(({ pictures }) => pictures)).toEqual([]);
});

test('images that cannot be drawn are left out, and after three in a row the series ends', async () => {
  const asked: string[] = [];
  const found = await collectSeries(planOf([aSeries(6), aSeries(2)]), {
    fetchFrame: (series, { instance, frame }) => {
      asked.push(instance);
      return asked.length === 2 || asked.length > 3
        ? Promise.resolve(null)
        : pictureOf(10)(series, { instance, frame });
    },
    limit: 1000,
    onDone: () => {},
  });
  expect(found.map(({ pictures }) => pictures.map(({ at }) => at))).toEqual([[1, 3], []]);
  expect(asked).toHaveLength(8);
});
