import type { Side } from '../study/orientation.ts';

/** The patient orientation letters at the picture's edges. */
export interface Sides {
  top: Side[];
  right: Side[];
  bottom: Side[];
  left: Side[];
}

/** The range of values between black and white. */
export interface ShownWindow {
  center: number;
  width: number;
  /** The unit of both; empty if the file does not say. */
  unit: string;
  /** The name of the file's VOI table while it is used; may be empty. */
  table: string | null;
}

/** The observable state of a pane. */
export interface PaneState {
  /** Position in the series, from 0. */
  index: number;
  total: number;
  phase: 'loading' | 'shown' | 'failed' | 'refused';
  /** Null for colour pictures. */
  window: ShownWindow | null;
  /** Canvas pixels per image pixel. */
  zoom: number;
  /** Degrees, clockwise. */
  rotation: number;
  inverted: boolean;
  playing: boolean;
  sides: Sides | null;
}

export const emptyPane: PaneState = {
  index: 0,
  total: 0,
  phase: 'loading',
  window: null,
  zoom: 1,
  rotation: 0,
  inverted: false,
  playing: false,
  sides: null,
};
