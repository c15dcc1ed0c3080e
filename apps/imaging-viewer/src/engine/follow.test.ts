import type { Image, Series } from '../study/study.ts';
import { beginFollowing, follow, followAsSet, type LinkedPane } from './follow.ts';
import { emptyPane } from './pane-state.ts';
import type { PictureView } from './picture.ts';

type Camera = NonNullable<ReturnType<LinkedPane['camera']>>;
type Point = Camera['centre'];

/** A stack of axial slices upwards from a height, of one examination. */
const stack = (from: number, count: number, { space = '1', modality = 'CT', unit = 'HU' } = {}): Series =>
  ({
    uid: `${space} ${modality}`,
    modality,
    images: Array.from(
      { length: count },
      (_, at): Image =>
        ({
          frame: 1,
          instance: {
            lookOf: () => ({ unit }),
            dataSet: {
              '00200037': { Value: [1, 0, 0, 0, 1, 0] },
              '00200032': { Value: [0, 0, from + at] },
              '00200052': { Value: [space] },
            },
          },
        }) as unknown as Image,
    ),
  }) as unknown as Series;

const fitting: Camera = { centre: [0, 0, 0], perUnit: 1 };
const asStored: PictureView = { window: null, inverted: false, bare: false };
const lung: PictureView = { ...asStored, window: { center: -600, width: 1500, shape: 'linear' } };
const bone: PictureView = { ...asStored, window: { center: 400, width: 1800, shape: 'linear' } };

/** A pane without a screen: it keeps what it is told, and tells its listeners. */
class Pane implements LinkedPane {
  private readonly listeners = new Set<() => void>();
  private view = asStored;
  private seen: Camera = fitting;
  private index = 0;

  constructor(readonly series: Series) {}
  state = () => ({ ...emptyPane, index: this.index, total: this.series.images.length, phase: 'shown' as const });
  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  goTo = (index: number) => this.set(() => (this.index = index));
  adopt = (view: PictureView) => this.set(() => (this.view = view));
  lookAt = (camera: Camera) => this.set(() => (this.seen = camera));
  fit = () => this.lookAt(fitting);
  fills = () => this.seen === fitting;
  camera = () => this.seen;
  get chosen() {
    return this.view;
  }
  get centre(): Point {
    return this.seen.centre;
  }
  private set(change: () => void) {
    change();
    for (const listener of this.listeners) listener();
  }
}

/** Two studies beside each other, linked from the beginning. */
function linked(now: Series, prior: Series, prepare: (leader: Pane, follower: Pane) => void = () => undefined) {
  const [leader, follower] = [new Pane(now), new Pane(prior)];
  prepare(leader, follower);
  const told: boolean[] = [];
  const link = beginFollowing(now, prior);
  if (!link) throw new Error('not linked');
  const end = follow(leader, follower, link, ({ within }) => told.push(within));
  return { leader, follower, told, end };
}
const [now, prior] = [stack(0, 40), stack(-5, 40, { space: '2' })];

test('the prior scrolls to the same height, and says where it has no picture', () => {
  const { leader, follower, told } = linked(now, prior);
  expect(follower.state().index).toBe(5);
  leader.goTo(10);
  expect([follower.state().index, told.at(-1)]).toEqual([15, true]);
  leader.goTo(39);
  expect([follower.state().index, told.at(-1)]).toEqual([39, false]);
});

test('zoom and centre follow in millimetres, and fitting is fitting', () => {
  const { leader, follower } = linked(now, prior);
  leader.lookAt({ centre: [12, -30, 0], perUnit: 2.5 });
  expect(follower.camera()).toEqual({ centre: [12, -30, 0], perUnit: 2.5 });
  leader.fit();
  expect(follower.fills()).toBe(true);
});

test('the window follows where values mean the same; swapped shades follow everywhere', () => {
  const same = linked(now, prior);
  same.leader.adopt(lung);
  expect(same.follower.chosen).toEqual(lung);

  const other = linked(now, stack(0, 40, { space: '3', modality: 'MR', unit: '' }));
  other.follower.adopt(bone);
  other.leader.adopt({ ...lung, inverted: true });
  expect(other.follower.chosen).toEqual({ ...bone, inverted: true });
});

test('a window and a zoom set before linking apply to both', () => {
  const camera: Camera = { centre: [1, 2, 3], perUnit: 4 };
  const led = linked(now, prior, (leader) => {
    leader.adopt(lung);
    leader.lookAt(camera);
  });
  expect([led.follower.chosen, led.follower.camera()]).toEqual([lung, camera]);
  const followed = linked(now, prior, (_leader, follower) => {
    follower.adopt(bone);
    follower.lookAt(camera);
  });
  expect([followed.leader.chosen, followed.leader.camera()]).toEqual([bone, camera]);
});

test('panes set beside each other by hand keep their distance in height and place', () => {
  const [leader, follower] = [new Pane(now), new Pane(prior)];
  leader.goTo(10);
  follower.goTo(20);
  leader.lookAt({ centre: [0, 0, 0], perUnit: 2 });
  follower.lookAt({ centre: [5, 1, 0], perUnit: 2 });
  const link = followAsSet(leader, follower);
  if (!link) throw new Error('not linked');
  follow(leader, follower, link, () => undefined);
  leader.goTo(12);
  expect(follower.state().index).toBe(22);
  leader.lookAt({ centre: [10, 0, 0], perUnit: 3 });
  expect(follower.camera()).toEqual({ centre: [15, 1, 0], perUnit: 3 });
});

test('nothing follows after the link has ended, and the follower moves alone', () => {
  const { leader, follower, end } = linked(now, prior);
  follower.goTo(30);
  expect(leader.state().index).toBe(0);
  end();
  leader.goTo(3);
  leader.adopt(lung);
  leader.lookAt({ centre: [9, 9, 9], perUnit: 9 });
  expect([follower.state().index, follower.chosen, follower.fills()]).toEqual([30, asStored, true]);
});
