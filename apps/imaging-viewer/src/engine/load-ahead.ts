import type { Image } from '../study/study.ts';
import { whenIdle } from './when-idle.ts';

/**
 * The bytes that one pane loads ahead: 500 CT slices of 512 × 512 take 250 MiB. Two panes together stay below the
 * cache's limit, so that neither drops the pictures of the other and loads them again without end.
 */
export const aheadBytes = 256 * 1024 * 1024;
/** Browsers open six connections to a server that speaks HTTP/1.1: two stay free for what the reader asks for. */
export const aheadAtOnce = 4;

/** The parts of the library's cache and request queue that loading ahead uses. */
export interface PictureStore {
  /** The size of a loaded picture in bytes; null while it is not in the cache. */
  bytesOf(image: Image): number | null;
  /** Rejects for a picture that cannot be loaded. */
  load(image: Image): Promise<unknown>;
  /** Runs work when fewer than `aheadAtOnce` loads of all panes are running. */
  enqueue(work: () => Promise<unknown> | undefined): void;
  /** Reports each picture that enters or leaves the cache, until the returned function is called. */
  onChange(changed: (imageId: string) => void): () => void;
}

export interface Ahead {
  /** Tells that the reader may have scrolled. */
  moved(): void;
  stop(): void;
}

/** The positions of a series in the order of need: outwards from one, two in the direction of scrolling for each behind. */
export function* outwards(count: number, from: number, way: 1 | -1): Generator<number> {
  if (from >= 0 && from < count) yield from;
  for (let distance = 1; distance < count; distance += 1)
    for (const at of [from + way * (2 * distance - 1), from + way * 2 * distance, from - way * distance])
      if (at >= 0 && at < count) yield at;
}

/**
 * Prefetches the pictures around the current one, as many as fit in `aheadBytes`.
 * @param tell called with the number of pictures in the cache, of all of the series that can be shown
 */
export function loadAhead(
  images: readonly Image[],
  index: () => number,
  tell: (loaded: { done: number; of: number }) => void,
  store: PictureStore,
): Ahead {
  const positions = new Map(images.flatMap(({ id, instance }, at) => (instance.refusal ? [] : [[id, at] as const])));
  const wanted = new Set(positions.values());
  const loaded = new Set<number>();
  /** Requested or failed. A failed picture is requested again, and reported, when it comes into view. */
  const asked = new Set<number>();
  let [at, lanes, bytesEach] = [index(), 0, 1];
  let way: 1 | -1 = 1;
  let [started, stopped] = [false, false];

  const note = (position: number): void => {
    const image = images[position];
    const bytes = image ? store.bytesOf(image) : null;
    if (bytes === null) {
      loaded.delete(position);
      return;
    }
    loaded.add(position);
    asked.delete(position);
    bytesEach = Math.max(bytesEach, bytes);
  };
  const pick = (): number | undefined => {
    let room = Math.floor(aheadBytes / bytesEach);
    for (const position of outwards(images.length, at, way)) {
      if (!wanted.has(position)) continue;
      if (room === 0) return undefined;
      room -= 1;
      if (!loaded.has(position) && !asked.has(position)) return position;
    }
    return undefined;
  };
  // The picture is chosen when its turn has come, because the reader may have scrolled meanwhile.
  const work = (): Promise<unknown> | undefined => {
    const position = stopped ? undefined : pick();
    const image = position === undefined ? undefined : images[position];
    if (position === undefined || !image) {
      lanes -= 1;
      return undefined;
    }
    asked.add(position);
    return store
      .load(image)
      .catch(() => undefined)
      .then(() => store.enqueue(work));
  };
  const fill = (): void => {
    if (!started || stopped || pick() === undefined) return;
    for (let free = aheadAtOnce - lanes; free > 0; free -= 1) {
      lanes += 1;
      store.enqueue(work);
    }
  };

  const cancelChange = store.onChange((imageId) => {
    const position = positions.get(imageId);
    if (position === undefined) return;
    note(position);
    if (!started) return;
    tell({ done: loaded.size, of: wanted.size });
    // The cache is still making room while it reports a dropped picture.
    if (!loaded.has(position)) queueMicrotask(fill);
  });
  const cancelStart = whenIdle(() => {
    started = true;
    for (const position of wanted) note(position);
    tell({ done: loaded.size, of: wanted.size });
    fill();
  });
  return {
    moved: () => {
      const now = index();
      if (now === at) return;
      way = now > at ? 1 : -1;
      at = now;
      fill();
    },
    stop: () => {
      stopped = true;
      cancelStart();
      cancelChange();
    },
  };
}
