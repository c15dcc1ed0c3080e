import type { Side } from '../study/orientation.ts';

/** What stands at the edges of a picture: the sides of the body. */
export interface Sides {
  top: Side[];
  right: Side[];
  bottom: Side[];
  left: Side[];
}

/** Which values are shown between black and white. */
export interface ShownWindow {
  center: number;
  width: number;
  /** Of both; empty where the file does not say. */
  unit: string;
  /** The name of the file's own table of contrast while that is used; it may be empty. */
  table: string | null;
}

/** What a pane shows, as the screen needs to know it. */
export interface PaneState {
  /** Position in the series, from 0. */
  index: number;
  total: number;
  phase: 'loading' | 'shown' | 'failed' | 'refused';
  /** Null for colour pictures. */
  window: ShownWindow | null;
  /** Screen points for each stored pixel. */
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
