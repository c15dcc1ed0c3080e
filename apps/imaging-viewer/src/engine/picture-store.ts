import { cache, Enums, eventTarget, imageLoader, imageLoadPoolManager } from '@cornerstonejs/core';
import { loadOptions } from './engine.ts';
import type { PictureStore } from './load-ahead.ts';

const { Events, RequestType } = Enums;
const changes = [Events.IMAGE_CACHE_IMAGE_ADDED, Events.IMAGE_CACHE_IMAGE_REMOVED];

/** The library's cache and request queue, which all panes share. */
export const pictureStore: PictureStore = {
  bytesOf: ({ id }) => (cache.isLoaded(id) ? (cache.getImage(id)?.sizeInBytes ?? null) : null),
  load: ({ id }) => imageLoader.loadAndCacheImage(id, loadOptions(RequestType.Prefetch)),
  enqueue: (work) => imageLoadPoolManager.addRequest(work as () => Promise<void>, RequestType.Prefetch, {}, 0),
  onChange: (changed) => {
    const listen = (event: Event): void => {
      const { image, imageId } = (event as CustomEvent<{ image?: { imageId: string }; imageId?: string }>).detail;
      changed(imageId ?? image?.imageId ?? '');
    };
    for (const event of changes) eventTarget.addEventListener(event, listen);
    return () => {
      for (const event of changes) eventTarget.removeEventListener(event, listen);
    };
  },
};
