import {
  cache,
  Enums,
  getWebWorkerManager,
  imageLoadPoolManager,
  init,
  metaData,
  registerImageLoader,
  RenderingEngine,
} from '@cornerstonejs/core';
import metaDataManager from '@cornerstonejs/dicom-image-loader/wadors/metaDataManager';
import metaDataProvider from '@cornerstonejs/dicom-image-loader/wadors/metaData/metaDataProvider';
import DecodeWorker from 'dicom-decoder?worker';
import type { Instance, Series } from '../study/study.ts';
import { aheadAtOnce, aheadBytes } from './load-ahead.ts';
import { geometryOf } from './geometry.ts';
import { registerImages, loadPicture } from './load-picture.ts';
import { skipTextureTests } from './renderer.ts';

/** Both panes load ahead; the rest is for thumbnails and series shown before. */
const keptBytes = 2.25 * aheadBytes;
const engineId = 'konsil';

type LoadedMetadata = Parameters<typeof metaDataManager.add>[1];

let engine: RenderingEngine | undefined;
const known = new Set<Instance>();

/**
 * Starts the imaging library once. It always renders on the CPU, with our own rules: its GPU and CPU renderings differ,
 * and most machines would only test one of them.
 */
export function startEngine(): RenderingEngine {
  if (engine) return engine;
  skipTextureTests();
  init({ rendering: { useCPURendering: true, webGlContextCount: 1 }, debug: {} });
  registerImageLoader('wadors', loadPicture as Parameters<typeof registerImageLoader>[1]);
  metaData.addProvider(metaDataProvider);
  getWebWorkerManager().registerWorker('dicomImageLoader', () => new DecodeWorker(), {
    maxWorkerInstances: Math.min(4, Math.max(1, navigator.hardwareConcurrency - 1)),
  });
  cache.setMaxCacheSize(keptBytes);
  imageLoadPoolManager.setMaxSimultaneousRequests(Enums.RequestType.Prefetch, aheadAtOnce);
  // A failed picture is reported where it is requested; the cache would report it a second time to nobody.
  const put = cache.putImageLoadObject.bind(cache);
  cache.putImageLoadObject = (...entry) => put(...entry).catch(() => undefined);
  engine = new RenderingEngine(engineId);
  return engine;
}

/** Registers the images of a series with the library. */
export function prepareSeries({ images }: Series): void {
  registerImages(images);
  for (const { instance } of images) {
    if (known.has(instance)) continue;
    known.add(instance);
    // All frames of an instance are found through its first.
    metaDataManager.add(`wadors:${instance.url}/frames/1`, geometryOf(instance) as unknown as LoadedMetadata);
  }
}

/** Load options, equal for prefetching and drawing so that the cache is shared. */
export const loadOptions = (requestType: Enums.RequestType) => ({ useRGBA: true, requestType, priority: 0 });
