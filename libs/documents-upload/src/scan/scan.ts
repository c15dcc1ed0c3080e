import type { Look } from './look.ts';
import { wholePhoto } from './quad.ts';
import type { Quad } from './quad.ts';

/** How a photo is processed: the part between the corners, or all of it (null), and its look. */
export interface Scan {
  corners: Quad | null;
  look: Look;
}
export const wholeScan: Scan = { corners: null, look: 'original' };

const isWhole = (corners: Quad) => corners.every(({ x, y }, at) => x === wholePhoto[at]?.x && y === wholePhoto[at]?.y);

/** True if the photo stays as it was taken. */
export const isUnchanged = ({ corners, look }: Scan): boolean =>
  look === 'original' && (corners === null || isWhole(corners));
