import { findEdges } from './edges.ts';
import { houghLines } from './lines.ts';
import { paperQuads } from './paper-quads.ts';
import { refined, scored } from './paper-sides.ts';
import { holdsAllWriting } from './paper-writing.ts';
import { blurred, closed, coloursOf } from './planes.ts';
import type { Channels, Pixels } from './planes.ts';
import type { Quad } from './quad.ts';

/** Pixels on the long side of the picture that is searched: enough for 2 % of the diagonal, quick on a phone. */
export const searchedSide = 600;

/** The share of each side that must have the contrast of a paper's edge, before and after the sides are fitted to it. */
const roughSupport = 0.55;
const refinedSupport = 0.75;

/**
 * The corners of the one paper in a photo, or null where they are not certain: without four straight edges along which
 * the paper is brighter than what is beside it, or with writing outside them. Expects a picture of `searchedSide`.
 */
export const findPaper = (picture: Pixels): Quad | null => {
  const { width, height } = picture;
  if (Math.min(width, height) < 60) return null;
  const channels = coloursOf(picture).map((plane) => blurred(closed(plane, 3))) as unknown as Channels;
  const lines = houghLines(findEdges(channels), picture);
  const candidates = paperQuads(lines, picture)
    .flatMap((quad) => scored(channels, quad, roughSupport) ?? [])
    .sort((a, b) => b.score - a.score);
  for (const rough of candidates.slice(0, 12)) {
    const quad = refined(channels, rough);
    if (quad && scored(channels, quad, refinedSupport) && holdsAllWriting(channels, picture, quad))
      return quad.map(({ x, y }) => ({
        x: Math.min(1, Math.max(0, (x + 0.5) / width)),
        y: Math.min(1, Math.max(0, (y + 0.5) / height)),
      })) as unknown as Quad;
  }
  return null;
};
