import { useState, type ComponentType } from 'react';
import type { ImagePane } from '../engine/ImagePane.ts';
import type { Series } from '../study/study.ts';
import { planesSeries } from './planes-series.ts';
import type { WithLateCode } from './useLateCode.ts';

type MprRoom = ComponentType<{ series: Series; pane: ImagePane; withoutRegions: boolean; onClose: () => void }>;

/** One or two pictures have no planes across them. */
export const hasPlanes = (series: Series | null): boolean => (series?.images.length ?? 0) > 2;

/** The view of the active pane's series in three planes; its code loads when it is first opened. */
export function usePlanes(shown: Series | null, pane: ImagePane | null, withLateCode: WithLateCode) {
  const [Room, setRoom] = useState<MprRoom | null>(null);
  const [asked, setAsked] = useState<Series | null>(null);
  return {
    Room,
    /** The series to show in planes, or null. */
    series: Room ? planesSeries(asked, shown, pane) : null,
    open: () => {
      pane?.pause();
      void withLateCode(import('../mpr/MprRoom.tsx'), ({ MprRoom }) => {
        setRoom(() => MprRoom);
        setAsked(shown);
      });
    },
    close: () => setAsked(null),
  };
}
