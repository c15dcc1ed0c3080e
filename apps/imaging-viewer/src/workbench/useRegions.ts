import { useEffect, useState } from 'react';
import type { RegionLayer, RegionList } from '../regions/index.ts';
import type { RegionStore } from '../regions/RegionStore.ts';
import type { Study } from '../study/study.ts';

interface Parts {
  RegionLayer: typeof RegionLayer;
  RegionList: typeof RegionList;
  store: RegionStore;
}

export interface Regions {
  /** The number of objects that mark regions of the open studies' images. */
  count: number;
  /** The code and state; null until they are asked for. */
  parts: Parts | null;
  /** Loads them. Rejects if the code is not to be had. */
  load: () => Promise<void>;
}

/** The outlines and segmentations of the open studies; the code loads when they are asked for. */
export function useRegions(studies: readonly Study[]): Regions {
  const [parts, setParts] = useState<Parts | null>(null);
  const [open, setOpen] = useState(studies);
  if (open.length !== studies.length || open.some((study, at) => study !== studies[at])) setOpen(studies);
  useEffect(() => parts?.store.open(open), [parts, open]);
  return {
    count: studies.reduce((count, { regionObjects }) => count + regionObjects.length, 0),
    parts,
    load: async () => {
      if (parts) return;
      const loaded = await import('../regions/index.ts');
      setParts({ RegionLayer: loaded.RegionLayer, RegionList: loaded.RegionList, store: loaded.newRegionStore() });
    },
  };
}
