import { useState } from 'react';
import type { Study } from '../study/study.ts';
import { isNarrow } from './screen.ts';
import type { WithLateCode } from './useLateCode.ts';
import { useRegions, type Regions } from './useRegions.ts';

/** The list beside the pictures. */
export interface SideList {
  measuresOpen: boolean;
  regionsOpen: boolean;
  regions: Regions;
  toggleMeasures: () => void;
  toggleRegions: () => void;
  close: () => void;
}

/** Keeps one list at a time open beside the pictures: of the measurements, or of the regions of the open studies. */
export function useSideList(
  studies: readonly Study[],
  { beginsWithMeasures, withLateCode }: { beginsWithMeasures: boolean; withLateCode: WithLateCode },
): SideList {
  const [list, setList] = useState<'measures' | 'regions' | null>(() =>
    beginsWithMeasures && !isNarrow() ? 'measures' : null,
  );
  const regions = useRegions(studies);
  const measuresOpen = list === 'measures';
  const regionsOpen = list === 'regions' && regions.count > 0;
  const close = () => setList(null);
  return {
    measuresOpen,
    regionsOpen,
    regions,
    toggleMeasures: () => setList(measuresOpen ? null : 'measures'),
    toggleRegions: () => (regionsOpen ? close() : void withLateCode(regions.load(), () => setList('regions'))),
    close,
  };
}
