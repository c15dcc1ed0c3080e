import type { Side } from '../study/orientation.ts';

/** The patient orientation letters at the picture's edges. */
export interface OrientationLetters {
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

/** The drawings of the file's overlay planes. */
export interface ShownDrawings {
  /** Null if nothing is drawn on this picture. */
  drawn: 'shown' | 'hidden' | null;
  /** The file has some that cannot be drawn here. */
  missing: boolean;
}

export interface Ruler {
  perMillimetre: number;
  scale: 'body' | 'detector' | 'film';
}

/** The playback speeds, times the file's own rate. */
export const speeds = [0.25, 0.5, 1, 2, 4] as const;

/** The observable state of a pane. */
export interface PaneState {
  /** Position in the series, from 0. */
  index: number;
  total: number;
  phase: 'loading' | 'shown' | 'failed' | 'refused';
  /** Null for colour pictures. */
  window: ShownWindow | null;
  /** Null if the file draws nothing. */
  drawings: ShownDrawings | null;
  /** Canvas pixels per image pixel. */
  zoom: number;
  /** Canvas pixels per millimetre, and what the millimetres refer to; null without a pixel size. */
  ruler: Ruler | null;
  /** The number of pictures loaded, of those that are loaded ahead. */
  loaded: { done: number; of: number };
  /** Degrees, clockwise. */
  rotation: number;
  inverted: boolean;
  mirrored: boolean;
  playing: boolean;
  /** Times the file's own rate. */
  speed: number;
  sides: OrientationLetters | null;
}

export const emptyPane: PaneState = {
  index: 0,
  total: 0,
  phase: 'loading',
  window: null,
  drawings: null,
  zoom: 1,
  ruler: null,
  loaded: { done: 0, of: 0 },
  rotation: 0,
  inverted: false,
  mirrored: false,
  playing: false,
  speed: 1,
  sides: null,
};
