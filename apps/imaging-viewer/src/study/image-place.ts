import type { Measurement } from '@konsil/contracts/measurements';
import type { Image, Series } from './study.ts';

export type ImagePlace = Pick<Measurement, 'study' | 'series' | 'instance' | 'frame'>;

/** The DICOM place of a picture, read from its image id; the path of the opening is left out. */
export function placeOfImage(imageId: string): ImagePlace | null {
  const found = /\/studies\/([^/]+)\/series\/([^/]+)\/instances\/([^/]+)\/frames\/(\d+)$/.exec(imageId);
  const [, study, series, instance, frame] = found ?? [];
  return study && series && instance && frame ? { study, series, instance, frame: Number(frame) } : null;
}

/** True if two places are the same frame. */
export const isAt = (a: ImagePlace, b: ImagePlace): boolean =>
  a.study === b.study && a.series === b.series && a.instance === b.instance && a.frame === b.frame;

/** The picture of a measurement among open series; null if its study is not open, or no longer has it. */
export function pictureAt(
  place: ImagePlace,
  all: readonly Series[],
): { series: Series; index: number; image: Image } | null {
  for (const series of all) {
    const index = series.images.findIndex(({ id }) => {
      const at = placeOfImage(id);
      return at !== null && isAt(at, place);
    });
    const image = series.images[index];
    if (image) return { series, index, image };
  }
  return null;
}

/** The place of an image that only its own numbers name, such as in a report; null if it is not among these series. */
export function imageNamed(
  { instance, frame }: Pick<ImagePlace, 'instance' | 'frame'>,
  all: readonly Series[],
): { series: Series; index: number } | null {
  for (const series of all) {
    const index = series.images.findIndex((image) => image.instance.uid === instance && image.frame === frame);
    if (index >= 0) return { series, index };
  }
  return null;
}
