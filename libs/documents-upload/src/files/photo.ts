/** Phones' browsers give up on larger canvases (iOS: 16.7 million pixels). */
const maxPixels = 16_000_000;
const jpegQuality = 0.92;

const draw = async (source: Blob, quarterTurns: 0 | 1, type: 'image/jpeg' | 'image/png'): Promise<Blob> => {
  const bitmap = await createImageBitmap(source, { imageOrientation: 'from-image' });
  const scale = Math.min(1, Math.sqrt(maxPixels / (bitmap.width * bitmap.height)));
  const width = Math.round(bitmap.width * scale);
  const height = Math.round(bitmap.height * scale);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = quarterTurns ? [height, width] : [width, height];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((quarterTurns * Math.PI) / 2);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, jpegQuality));
  if (!blob) throw new Error('no picture');
  return blob;
};

export const canBeTurned = (file: Pick<File, 'name'>): boolean => /\.(jpe?g|png)$/i.test(file.name);

/** The same photo, a quarter turn to the right. Throws when the browser cannot read it. */
export const turnPhoto = async (photo: File): Promise<File> => {
  const type = /\.png$/i.test(photo.name) ? 'image/png' : 'image/jpeg';
  return new File([await draw(photo, 1, type)], photo.name, { type });
};

/** A JPEG from a phone's HEIC photo; null where the browser cannot decode it (all but Safari). */
export const photoFromHeic = async (photo: File): Promise<File | null> => {
  try {
    return new File([await draw(photo, 0, 'image/jpeg')], photo.name.replace(/\.hei[cf]$/i, '') + '.jpg', { type: 'image/jpeg' });
  } catch {
    return null;
  }
};
