// @bundle route
import { mostPictureBytes } from '@konsil/contracts/pictures';

export type PictureFault = 'tooLarge' | 'unreadable';

/** A chosen picture in Base64, as requests carry it; or why the server would refuse it. */
export const readPicture = async (file: File): Promise<{ base64: string } | { fault: PictureFault }> => {
  if (file.size > mostPictureBytes) return { fault: 'tooLarge' };
  try {
    const letters = Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte));
    return { base64: btoa(letters.join('')) };
  } catch {
    return { fault: 'unreadable' };
  }
};

/** The address of a picture in Base64; browsers see by its content what it is. */
export const pictureUrl = (base64: string): string => `data:;base64,${base64}`;
