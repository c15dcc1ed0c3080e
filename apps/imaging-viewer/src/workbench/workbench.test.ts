import { lookOf, spacingOf, type DicomJson } from '@konsil/pixels';
import type { Series } from '../study/study.ts';
import { readAddress } from '../app/address.ts';
import { wordsIn } from '../app/words.ts';
import { rootOf } from '../study/dicom-web.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import { emptyPane } from '../engine/pane-state.ts';
import { cacheUntilRejected } from './forgetting.ts';
import { describeMeasurement, lengthsOf, type LengthReference } from './measurement-words.ts';
import { usualViewerKeys } from '@konsil/contracts/shortcut-keys';
import { actionsOf, keyLinesOf, type KeyRoom } from './pane-keys.ts';
import { planesSeries } from './planes-series.ts';
import { presetsOf } from './presets.ts';
import { scaleBarOf } from './scale-bar.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  actionsOf(usualViewerKeys)({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });

const room = (more: Partial<KeyRoom> = {}): KeyRoom => ({
  presets: [],
  choose: () => undefined,
  compare: () => undefined,
  link: () => undefined,
  list: () => undefined,
  remove: () => undefined,
  undo: () => undefined,
  planes: () => undefined,
  ...more,
});

/** A fake pane that records calls. */
function aPane() {
  const asked: unknown[] = [];
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      void asked.push([name, ...args]);
  const pane = {
    step: note('step'),
    goTo: note('goTo'),
    zoomBy: note('zoomBy'),
    panBy: note('panBy'),
    reset: note('reset'),
    play: note('play'),
    rotate: note('rotate'),
    flip: note('flip'),
    faster: note('faster'),
    pause: note('pause'),
    state: () => ({ ...emptyPane, total: 20 }),
  };
  return { pane: pane as unknown as ImagePane, asked };
}

describe('Keys on a picture', () => {
  test.each<[string, Partial<KeyboardEvent>, unknown[]]>([
    ['ArrowDown', {}, ['step', 1]],
    ['ArrowUp', {}, ['step', -1]],
    ['PageDown', {}, ['step', 10]],
    ['End', {}, ['goTo', 19]],
    ['ArrowLeft', { shiftKey: true }, ['panBy', -40, 0]],
    ['0', {}, ['reset']],
    [' ', {}, ['play']],
    ['r', {}, ['rotate']],
    ['R', { shiftKey: true }, ['rotate', true]],
    ['h', {}, ['flip', 'leftRight']],
    ['.', {}, ['faster', 1]],
  ])('%s', (key, more, expected) => {
    const { pane, asked } = aPane();
    press(key, more)?.(pane, room());
    expect(asked).toEqual([expected]);
  });

  test('select a window by its number in the list', () => {
    const applied: string[] = [];
    const presets = ['a', 'b'].map((name) => ({ name, numbers: '', apply: () => void applied.push(name) }));
    press('2')?.(aPane().pane, room({ presets }));
    press('9')?.(aPane().pane, room({ presets }));
    expect(applied).toEqual(['b']);
  });

  test('choose tools, and compare', () => {
    const asked: unknown[] = [];
    const all = room({ choose: (tool) => void asked.push(tool), compare: () => void asked.push('compare') });
    for (const key of ['l', 'm', 'c']) press(key)?.(aPane().pane, all);
    expect(asked).toEqual(['length', 'magnify', 'compare']);
  });

  test('are those that the reader chose, also in the help', () => {
    const keys = { ...usualViewerKeys, length: 'j' };
    const asked: unknown[] = [];
    const all = room({ choose: (tool) => void asked.push(tool) });
    for (const key of ['j', 'l'])
      actionsOf(keys)({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false })?.(aPane().pane, all);
    expect(asked).toEqual(['length']);
    expect(keyLinesOf(keys).find(({ meaning }) => meaning === 'help.keys.measuring')?.keys[0]).toBe('J');
  });

  test('with a single character do nothing while switched off; the others still work', () => {
    const off = actionsOf(null);
    const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
    const single = [...Object.values(usualViewerKeys), '1', '0', ',', '.'];
    expect(single.filter((key) => off({ key, ...plain }))).toEqual([]);
    expect(off({ key: 'R', ...plain, shiftKey: true })).toBeUndefined();
    expect(['ArrowDown', 'PageUp', 'Delete', ' '].map((key) => off({ key, ...plain }) !== undefined)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  test('are each listed once', () => {
    const all = keyLinesOf(usualViewerKeys).flatMap((line) => Object.keys(line.actions));
    expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([]);
  });

  test("leave the browser's shortcuts alone", () => {
    expect([
      press('r', { ctrlKey: true }),
      press('ArrowLeft', { altKey: true }),
      press('Tab'),
      press('Escape'),
      press('+', { metaKey: true }),
    ]).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });
});

describe('Measurements', () => {
  const [german, english] = [wordsIn('de'), wordsIn('en')];
  const lengths = (more: Partial<LengthReference> = {}): LengthReference => ({
    scale: 'body',
    square: true,
    magnification: null,
    ...more,
  });
  test("are formatted in the reader's language", () => {
    expect(describeMeasurement(german, { length: 23.96, unit: 'mm' }, lengths())).toBe('24,0 mm');
    expect(describeMeasurement(english, { length: 1234.5, unit: 'mm' }, lengths())).toBe('1,234.5 mm');
    expect(describeMeasurement(german, { length: 2.345, unit: 'cm US Region' }, lengths({ scale: 'pixels' }))).toBe(
      '2,35 cm',
    );
    expect(describeMeasurement(german, { angle: 105.26 }, lengths({ scale: 'pixels' }))).toBe('105,3°');
  });
  test("are empty while an arm of an angle has no length, despite the library's text", () => {
    expect(describeMeasurement(german, { angle: 'Incomplete Angle' }, lengths())).toBe('');
  });
  test('are in pixels without a pixel size, whatever the library assumes', () => {
    expect(describeMeasurement(german, { length: 16.2, unit: 'mm' }, lengths({ scale: 'pixels' }))).toBe('16 Pixel');
    expect(describeMeasurement(german, { length: 16.2, unit: 'mm' }, lengths({ scale: 'pixels', square: false }))).toBe(
      '16 Pixelbreiten',
    );
  });
  test('say what their millimetres refer to if not the body', () => {
    const scales = (dataSet: DicomJson) =>
      describeMeasurement(
        german,
        { length: 20, unit: 'mm' },
        lengthsOf({ dataSet, scale: spacingOf(dataSet, 0).scale }),
      );
    const number = (...Value: number[]) => ({ Value });
    const [spacing, imager] = [{ '00280030': number(0.2, 0.2) }, { '00181164': number(0.2, 0.2) }];
    const modality = (name: string) => ({ '00080060': { Value: [name] } });
    expect(scales({ ...modality('CT'), ...spacing })).toBe('20,0 mm');
    expect(scales({ ...modality('DX'), ...spacing, ...imager, '00181114': number(1.25) })).toBe(
      '20,0 mm am Detektor (im Körper etwa 16,0 mm)',
    );
    expect(scales({ ...modality('XA'), ...imager })).toBe('20,0 mm am Detektor');
    expect(scales({ ...modality('DX'), ...imager, '00280030': number(0.16, 0.16) })).toBe('20,0 mm');
    expect(scales({ ...modality('OT'), '00182010': number(0.2, 0.2) })).toBe('20,0 mm auf dem Film');
  });
});

describe('Windows', () => {
  const seriesOf = (dataSet: DicomJson): Series =>
    ({ images: [{ frame: 1, instance: { dataSet, lookOf: () => lookOf(dataSet, 0) } }] }) as unknown as Series;
  const ct = { '00080060': { Value: ['CT'] }, '00281052': { Value: [-1024] }, '00281053': { Value: [1] } };
  const named = (dataSet: DicomJson) =>
    presetsOf(seriesOf(dataSet), wordsIn('de')).map(({ name, numbers }) => [name, numbers].filter(Boolean).join(' '));
  test('are there once each, "as stored" first, with their numbers', () => {
    expect(
      named({
        ...ct,
        '00281050': { Value: [40, 40, 300] },
        '00281051': { Value: [400, 400, 1500] },
        '00281055': { Value: ['WINDOW1', 'WINDOW2', 'BONE'] },
      }),
    ).toEqual([
      'Wie gespeichert',
      'Weichteile 400 / 40',
      'Lunge 1.500 / −600',
      'Knochen 1.800 / 400',
      'Gehirn 80 / 40',
      'Leber 160 / 60',
      'Aus der Datei: BONE 1.500 / 300',
      'Ganzer Wertebereich',
    ]);
  });
  test('for other images are the file’s own and the whole range', () => {
    expect(
      named({ '00080060': { Value: ['MR'] }, '00281050': { Value: [600] }, '00281051': { Value: [1200] } }),
    ).toEqual(['Wie gespeichert', 'Ganzer Wertebereich']);
  });
});

test.each<[number, number, number | undefined]>([
  [2.4, 640, 50],
  [2.4, 390, 50],
  [0.5, 390, 200],
  [40, 640, 2],
  [0, 640, undefined],
])('at %p pixels per millimetre in %p pixels the scale bar is %p mm long', (perMillimetre, width, millimetres) => {
  expect(scaleBarOf(perMillimetre, width)?.millimetres).toBe(millimetres);
});

test.each<[number, number, string]>([
  [54_000, 54_000, '54.000'],
  [0.004, 0.004, '0,004'],
  [2.5, 5, '2,5'],
  [127.5, 255, '128'],
])('a value of %p in a range of %p is shown as %s', (value, range, words) => {
  expect(wordsIn('de').value(value, range)).toBe(words);
});

test('a failed shared load is retried on the next call', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve('tools')];
  const load = cacheUntilRejected(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
  await expect(load()).rejects.toThrow('offline');
  expect(await Promise.all([load(), load()])).toEqual(['tools', 'tools']);
});

describe('The URL', () => {
  test('names the study as in other viewers, and the language', () => {
    expect(readAddress('?StudyInstanceUIDs=1.2.3&lang=en', ['de-DE'])).toEqual({ studyUid: '1.2.3', language: 'en' });
    expect(readAddress('?StudyInstanceUIDs=1.2.3,4.5.6', ['fr-FR', 'en-GB'])).toEqual({
      studyUid: '1.2.3',
      language: 'en',
    });
    expect(readAddress('', ['fr'])).toEqual({ studyUid: null, language: 'de' });
  });
  test('names the opening, which is part of every DICOMweb URL', () => {
    expect(rootOf('?StudyInstanceUIDs=1.2.3&opening=aB3_-')).toBe('/dicom-web/openings/aB3_-');
    expect(rootOf('?StudyInstanceUIDs=1.2.3')).toBe('/dicom-web');
    expect(rootOf(`?opening=${encodeURIComponent('../studies')}`)).toBe('/dicom-web');
  });
  test.each(['<script>', '1.2/../..', '1'.repeat(65)])('%s names no study', (uid) => {
    expect(readAddress(`?StudyInstanceUIDs=${encodeURIComponent(uid)}`, []).studyUid).toBeNull();
  });
});

test('counts have singular and plural texts', () => {
  expect([1, 7].map((count) => wordsIn('de').t('imageCount', { count }))).toEqual(['1 Bild', '7 Bilder']);
});

describe('Three planes', () => {
  const [one, other] = ['one', 'other'].map((key) => ({ key }) as Series) as [Series, Series];
  test('show the series of the active pane', () => {
    expect(planesSeries(one, one, { series: one })).toBe(one);
  });
  test.each<[string, Series | null, Series | null]>([
    ['the access to its study ended', null, one],
    ['another series was chosen', other, one],
    ['the pane shows another series', one, other],
    ['the pane is not there yet', one, null],
  ])('end when %s, so that the tools of the page are there again', (_when, shown, drawn) => {
    expect(planesSeries(one, shown, drawn && { series: drawn })).toBeNull();
  });
});
