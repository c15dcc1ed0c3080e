import type { Side } from '../study/orientation.ts';
import type { Window } from '../study/window.ts';

/** What stands at the edges of a picture: the sides of the body. */
export interface Sides {
  top: Side[];
  right: Side[];
  bottom: Side[];
  left: Side[];
}

/** What a pane shows, as the screen needs to know it. */
export interface PaneState {
  /** Position in the series, from 0. */
  index: number;
  total: number;
  phase: 'loading' | 'shown' | 'failed' | 'refused';
  /** Null for colour pictures. */
  window: Window | null;
  /** Screen points for each stored pixel. */
  zoom: number;
  /** Degrees, clockwise. */
  rotation: number;
  inverted: boolean;
  playing: boolean;
  sides: Sides | null;
}

export const emptyPane: PaneState = { index: 0, total: 0, phase: 'loading', window: null, zoom: 1, rotation: 0, inverted: false, playing: false, sides: null };
