import * as z from 'zod/mini';

/** The file types accepted for a picture. */
export const pictureFormats = 'image/png,image/jpeg';
export const mostPictureBytes = 1024 * 1024;
/** More are not decoded by the server, whatever the size of the file. */
export const mostPicturePixels = 25_000_000;
/** The most bytes of a request with a picture. */
export const mostPictureBody = 1_500_000;

/** A PNG or JPEG in Base64, at most a megabyte; the server encodes it anew. */
export const newPictureSchema = z
  .base64('fileMissing')
  .check(z.minLength(1, 'fileMissing'), z.maxLength(Math.ceil(mostPictureBytes / 3) * 4, 'fileTooLarge'));
