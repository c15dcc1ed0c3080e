import { Enums, metaData, utilities, type Types } from '@cornerstonejs/core';
import type { Image } from '../study/study.ts';
import { decodeFrame } from './decode.ts';
import { drawingsFor } from './drawings.ts';
import { fetchFrame } from './fetch-frame.ts';
import { paletteFor } from './palettes.ts';
import { pictureOf, valuesOf, type Picture } from './picture.ts';
import { withPicture } from './surface.ts';

const known = new Map<string, Image>();

/** Registers images for `loadPicture`. */
export function registerImages(images: Image[]): void {
  for (const image of images) known.set(image.id, image);
}

/** The picture with this id, of any series that was prepared. */
export const imageOf = (imageId: string): Image | undefined => known.get(imageId);

async function load(imageId: string): Promise<Types.IImage> {
  const image = known.get(imageId);
  if (!image) throw new Error(`${imageId} was not announced`);
  const { instance } = image;
  const [frame, palette] = await Promise.all([fetchFrame(imageId.slice('wadors:'.length)), paletteFor(instance)]);
  const decoded = await decodeFrame(frame, instance);
  const drawings = await drawingsFor(image, decoded, frame);
  const picture: Picture = { ...pictureOf(decoded, image, palette), drawings };
  const values = valuesOf(picture);
  const { columns, rows } = instance;
  const { row, column } = instance.spacingOf(image.frame);
  const [least, most] = picture.kind === 'grey' ? picture.range : [0, 255];
  const numberOfComponents = values.length / (columns * rows);
  return withPicture(
    {
      imageId,
      dataType: values.constructor.name,
      color: picture.kind !== 'grey',
      columns,
      rows,
      width: columns,
      height: rows,
      rowPixelSpacing: row,
      columnPixelSpacing: column,
      // The library quantises floating-point numbers unless their scale is 1.
      preScale: { scaled: false, scalingParameters: { rescaleSlope: 1, rescaleIntercept: 0, modality: '' } },
      slope: 1,
      intercept: 0,
      invert: false,
      minPixelValue: least,
      maxPixelValue: most,
      // Unused: windows are applied by us.
      windowCenter: 128,
      windowWidth: 256,
      rgba: false,
      numberOfComponents,
      sizeInBytes: values.byteLength + (drawings?.covered?.byteLength ?? 0),
      voxelManager: utilities.VoxelManager.createImageVoxelManager({
        scalarData: values as Types.PixelDataTypedArray,
        width: columns,
        height: rows,
        numberOfComponents,
      }),
      getPixelData: () => values,
      getCanvas: undefined,
      // Ultrasound regions.
      calibration: (metaData.get(Enums.MetadataModules.CALIBRATION, imageId) as object | undefined) ?? {},
    } as unknown as Types.IImage,
    picture,
  );
}

/** The library's loader of our images. */
export const loadPicture = (imageId: string) => ({ promise: load(imageId), cancelFn: undefined });
