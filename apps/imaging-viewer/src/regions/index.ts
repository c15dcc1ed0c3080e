import { fetchSamples } from './fetch-samples.ts';
import { loadContours } from './load-contours.ts';
import { RegionStore } from './RegionStore.ts';

export { RegionLayer } from './RegionLayer.tsx';
export { RegionList } from './RegionList.tsx';
export const newRegionStore = (): RegionStore => new RegionStore({ contoursOf: loadContours, samplesOf: fetchSamples });
