import type { Image } from '../study/study.ts';
import { aheadAtOnce, aheadBytes, loadAhead, outwards, type PictureStore } from './load-ahead.ts';

const slices = (count: number, refused: number[] = []): Image[] =>
  Array.from(
    { length: count },
    (_, at) => ({ id: String(at), instance: { refusal: refused.includes(at) ? 'format' : null } }) as unknown as Image,
  );
const ctSlice = 512 * 512 * 2;

/** A cache that drops the oldest pictures, and a queue with as many loads at once as the library's. */
function aStore({ each = ctSlice, limit = Infinity, broken = [] as string[] } = {}) {
  const cached = new Set<string>();
  const requested: string[] = [];
  const listeners = new Set<(id: string) => void>();
  const queue: (() => Promise<unknown> | undefined)[] = [];
  let running = 0;
  let most = 0;
  const tell = (id: string) => listeners.forEach((listener) => listener(id));
  const put = (id: string) => {
    for (const oldest of cached) {
      if ((cached.size + 1) * each <= limit) break;
      cached.delete(oldest);
      tell(oldest);
    }
    cached.add(id);
    tell(id);
  };
  const run = () => {
    while (running < aheadAtOnce && queue.length > 0) {
      const work = queue.shift()?.();
      if (!work) continue;
      running += 1;
      most = Math.max(most, running);
      void work.finally(() => {
        running -= 1;
        run();
      });
    }
  };
  const store: PictureStore = {
    bytesOf: ({ id }) => (cached.has(id) ? each : null),
    load: async ({ id }) => {
      requested.push(id);
      await Promise.resolve();
      if (broken.includes(id)) throw new Error('broken');
      put(id);
    },
    enqueue: (work) => {
      queue.push(work);
      run();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { store, put, cached, requested, most: () => most };
}

/** Starts loading, and waits until nothing more is loaded. */
async function open(images: Image[], at: number, made: ReturnType<typeof aStore>) {
  const told: { done: number; of: number }[] = [];
  const place = { at };
  const ahead = loadAhead(
    images,
    () => place.at,
    (loaded) => told.push(loaded),
    made.store,
  );
  const idle = () => jest.advanceTimersByTimeAsync(200);
  const goTo = (next: number) => {
    place.at = next;
    ahead.moved();
    return idle();
  };
  await idle();
  return { told, goTo, idle, stop: ahead.stop };
}

beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }));
afterEach(() => jest.useRealTimers());

test('all 500 slices of a CT are loaded ahead, and counted as such', async () => {
  const made = aStore();
  const { told } = await open(slices(500), 480, made);
  expect(made.cached.size).toBe(500);
  expect(new Set(made.requested).size).toBe(made.requested.length);
  expect(told.at(-1)).toEqual({ done: 500, of: 500 });
  expect(made.requested.slice(0, 4)).toEqual(['480', '481', '482', '479']);
});

test('the order of need is outwards, twice as far in the direction of scrolling', () => {
  expect([...outwards(10, 4, 1)]).toEqual([4, 5, 6, 3, 7, 8, 2, 9, 1, 0]);
  expect([...outwards(5, 3, -1)]).toEqual([3, 2, 1, 4, 0]);
  expect([...outwards(1, 0, 1)]).toEqual([0]);
  expect([...outwards(0, 0, 1)]).toEqual([]);
});

test('pictures around the new position come first after a jump, in the direction of scrolling', async () => {
  const made = aStore();
  const { goTo } = await open(slices(4000), 2000, made);
  const before = made.requested.length;
  await goTo(100);
  expect(made.requested.slice(before, before + 4)).toEqual(['100', '99', '98', '101']);
});

test('at most four pictures are loaded at once', async () => {
  const made = aStore();
  await open(slices(50), 0, made);
  expect(made.most()).toBe(4);
});

test('a series beyond the budget is loaded around the current slice, and told in part', async () => {
  const made = aStore({ each: aheadBytes / 100 });
  const { told, goTo } = await open(slices(300), 150, made);
  expect(told.at(-1)?.of).toBe(300);
  expect(made.cached.size).toBeGreaterThanOrEqual(100);
  expect(made.cached.size).toBeLessThan(100 + aheadAtOnce);
  await goTo(299);
  expect(made.cached.has('299') && made.cached.has('210')).toBe(true);
  expect(made.cached.has('0')).toBe(false);
});

test('a picture that the cache dropped is loaded again while it is needed', async () => {
  const made = aStore({ limit: 120 * ctSlice });
  const { told, idle } = await open(slices(100), 0, made);
  for (let other = 0; other < 40; other += 1) made.put(`other ${other}`);
  expect(told.at(-1)).toEqual({ done: 80, of: 100 });
  await idle();
  expect(told.at(-1)).toEqual({ done: 100, of: 100 });
});

test('refused pictures are neither loaded nor counted; a broken one is asked for once', async () => {
  const made = aStore({ broken: ['3'] });
  const { told } = await open(slices(10, [5, 6]), 0, made);
  expect(told.at(-1)).toEqual({ done: 7, of: 8 });
  expect(made.requested.filter((id) => id === '3')).toHaveLength(1);
  expect(made.requested).not.toContain('5');
  // The reader came to it, and it arrived.
  made.put('3');
  expect(told.at(-1)).toEqual({ done: 8, of: 8 });
});

test('nothing is loaded or told after the end', async () => {
  const made = aStore();
  const images = slices(10);
  const ahead = loadAhead(
    images,
    () => 0,
    () => expect(true).toBe(false),
    made.store,
  );
  ahead.stop();
  await jest.advanceTimersByTimeAsync(200);
  made.put('1');
  expect(made.requested).toEqual([]);
});
