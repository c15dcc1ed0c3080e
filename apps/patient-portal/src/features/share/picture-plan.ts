// @bundle route
import type { PictureSeries } from '@konsil/contracts/documents';
import type { SharedSeries } from './sealed-content.ts';

/** Pictures of one series. */
export const mostPictures = 40;
const fewestPictures = 4;
const mostOfDocument = 200;
/** Pictures of one document in bytes: base64 in FHIR and again in the JWE, they stay below what one file may have. */
export const mostPictureBytes = 10 * 1024 * 1024;
/** Pictures of a whole link in bytes. */
export const mostPictureBytesOfLink = 40 * 1024 * 1024;

export interface PlannedSeries {
  series: PictureSeries;
  /** The number of images of the series; frames count each. */
  total: number;
  /** Every n-th image of the series, with its place in it from 1. */
  frames: { instance: string; frame: number; at: number }[];
}

/** The pictures of a document to seal: every image of short series, every n-th of long ones. */
export const planOf = (all: readonly PictureSeries[]): PlannedSeries[] => {
  const most = Math.min(mostPictures, Math.max(fewestPictures, Math.floor(mostOfDocument / all.length)));
  return all.map((series) => {
    const frames = series.images.flatMap(({ instance, frames: count }) =>
      Array.from({ length: count }, (_, index) => ({ instance, frame: index + 1 })),
    );
    const step = Math.ceil(frames.length / most);
    return {
      series,
      total: frames.length,
      frames: frames.flatMap((frame, index) => (index % step === 0 ? [{ ...frame, at: index + 1 }] : [])),
    };
  });
};

type Picture = SharedSeries['pictures'][number];
export type FetchFrame = (
  series: PictureSeries,
  frame: { instance: string; frame: number },
) => Promise<Pick<Picture, 'bytes' | 'contentType'> | null>;

const mostMissing = 3;

/**
 * The planned pictures within `limit` bytes. What exceeds it makes the choice thinner in every series alike, so that none
 * ends early. Images that cannot be drawn are left out.
 */
export const collectSeries = async (
  plans: readonly PlannedSeries[],
  { fetchFrame, limit, onDone }: { fetchFrame: FetchFrame; limit: number; onDone: (done: number) => void },
): Promise<Pick<SharedSeries, 'total' | 'pictures'>[]> => {
  const found = plans.map(({ total }) => ({ total, pictures: [] as (Picture & { index: number })[] }));
  const bytes = () => found.flatMap(({ pictures }) => pictures).reduce((sum, one) => sum + one.bytes.length, 0);
  let every = 1;
  let done = 0;
  for (const [order, { series, frames }] of plans.entries()) {
    const { pictures } = found[order] as (typeof found)[number];
    let missing = 0;
    for (const [index, frame] of frames.entries()) {
      onDone((done += 1));
      if (index % every !== 0 || missing === mostMissing) continue;
      const picture = await fetchFrame(series, frame);
      missing = picture ? 0 : missing + 1;
      if (picture) pictures.push({ ...picture, at: frame.at, index });
      while (bytes() > limit && every <= mostPictures) {
        every *= 2;
        for (const one of found)
          one.pictures.splice(0, Infinity, ...one.pictures.filter((kept) => kept.index % every === 0));
      }
    }
  }
  return bytes() > limit
    ? found.map(({ total }) => ({ total, pictures: [] }))
    : found.map(({ total, pictures }) => ({ total, pictures: pictures.map(({ index: _, ...picture }) => picture) }));
};
