import type { ImagePane } from '../engine/ImagePane.ts';
import type { Series } from '../study/study.ts';

/**
 * The series that is shown in three planes. Only one that the active pane shows: when the access to its study ends, it
 * is taken from the pane, and the planes end with it.
 */
export const planesSeries = (
  asked: Series | null,
  shown: Series | null,
  pane: Pick<ImagePane, 'series'> | null,
): Series | null => (asked !== null && asked === shown && asked === pane?.series ? asked : null);
