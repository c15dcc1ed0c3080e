import { cache, type Enums, getShouldUseCPURendering, getWebWorkerManager, init, metaData, registerImageLoader, RenderingEngine } from '@cornerstonejs/core';
import loadImage from '@cornerstonejs/dicom-image-loader/wadors/loadImage';
import metaDataManager from '@cornerstonejs/dicom-image-loader/wadors/metaDataManager';
import metaDataProvider from '@cornerstonejs/dicom-image-loader/wadors/metaData/metaDataProvider';
import DecodeWorker from 'dicom-decoder?worker';
import { drawsOnProcessor } from './renderer.ts';
import { withPalette } from '../study/palette.ts';
import type { Image, Instance, Series } from '../study/study.ts';

const keptBytes = 512 * 1024 * 1024;
const engineId = 'konsil';

type LoadedMetadata = Parameters<typeof metaDataManager.add>[1];

let engine: RenderingEngine | undefined;
const known = new Map<string, Instance>();

/** Starts the imaging library once. Without a real graphics card it draws on the processor, which is faster than pretending. */
export function startEngine(): RenderingEngine {
  if (engine) return engine;
  init({ rendering: { useCPURendering: drawsOnProcessor(), webGlContextCount: 2 }, debug: {} });
  registerImageLoader('wadors', loadImage as Parameters<typeof registerImageLoader>[1]);
  metaData.addProvider(metaDataProvider);
  getWebWorkerManager().registerWorker('dicomImageLoader', () => new DecodeWorker(), { maxWorkerInstances: Math.min(4, Math.max(1, navigator.hardwareConcurrency - 1)) });
  cache.setMaxCacheSize(keptBytes);
  engine = new RenderingEngine(engineId);
  return engine;
}

/** Makes the images of a series known to the library, colour tables included. @throws where a colour table cannot be fetched */
export async function prepareSeries({ images }: Series): Promise<void> {
  const fresh = new Set(images.map(({ instance }) => instance).filter(({ uid }) => !known.has(uid)));
  await Promise.all([...fresh].map(async (instance) => {
    const dataSet = instance.dataSet['00280004']?.Value?.[0] === 'PALETTE COLOR' ? await withPalette(instance.dataSet) : instance.dataSet;
    // All frames of an instance are found through its first.
    metaDataManager.add(`wadors:${instance.url}/frames/1`, dataSet as unknown as LoadedMetadata);
    known.set(instance.uid, instance);
  }));
}

/** How the library has to be asked for an image so that what is loaded ahead is what is drawn. */
export const loadOptions = (requestType: Enums.RequestType) => ({ useRGBA: getShouldUseCPURendering(), requestType, priority: 0 });

export const loadedBefore = ({ id }: Image): boolean => cache.getImageLoadObject(id) !== undefined;
