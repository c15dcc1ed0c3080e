export { RegionLayer } from './RegionLayer.tsx';
export { RegionList } from './RegionList.tsx';
export { RegionStore } from './RegionStore.ts';
