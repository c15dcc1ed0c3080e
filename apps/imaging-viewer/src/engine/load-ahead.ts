import { Enums, imageLoader, imageLoadPoolManager } from '@cornerstonejs/core';
import type { Image } from '../study/study.ts';
import { loadedBefore, loadOptions } from './engine.ts';
import { whenIdle } from './when-idle.ts';

const atOnce = 2;
const most = 400;

/**
 * Prefetches the other pictures of a series, nearest first.
 * @param tell called with how many are loaded
 * @returns the function that stops it
 */
export function loadAhead(
  images: Image[],
  index: () => number,
  tell: (loaded: { done: number; of: number }) => void,
): () => void {
  const waiting = new Set(images.filter(({ instance }) => !instance.refusal).slice(0, most));
  const of = waiting.size;
  let [done, stopped] = [0, false];
  const count = (): void => {
    done += 1;
    if (!stopped) tell({ done, of });
  };

  const nearest = (): Image | undefined => {
    const at = index();
    return [...waiting].sort((a, b) => Math.abs(images.indexOf(a) - at) - Math.abs(images.indexOf(b) - at))[0];
  };
  const next = (): void => {
    const image = stopped ? undefined : nearest();
    if (!image) return;
    waiting.delete(image);
    if (loadedBefore(image)) {
      count();
      next();
      return;
    }
    const load = async (): Promise<void> => {
      // A failed image is requested again, and reported, when it comes into view.
      await imageLoader.loadAndCacheImage(image.id, loadOptions(Enums.RequestType.Prefetch)).catch(() => undefined);
      count();
      next();
    };
    imageLoadPoolManager.addRequest(load, Enums.RequestType.Prefetch, { imageId: image.id }, 0);
  };

  const cancel = whenIdle(() => {
    for (let lane = 0; lane < atOnce; lane += 1) next();
  });
  return () => {
    stopped = true;
    cancel();
  };
}
