// @bundle route
import { mostPictureBytes, mostPicturePixels } from '@konsil/contracts/pictures';
import { pictureHead } from './picture-size.ts';

export type PictureFault = 'tooLarge' | 'unreadable';

const mostChosenBytes = 40 * 1024 * 1024;
const mostPixels = 100_000_000;

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** A picture within the limits of the server: one over them is made smaller by the browser. */
const fitting = async (file: File): Promise<Blob | PictureFault> => {
  const head = pictureHead(new Uint8Array(await file.arrayBuffer()));
  const isSmall = file.size <= mostPictureBytes;
  if (!head) return isSmall ? file : 'unreadable';
  const pixels = head.width * head.height;
  if (pixels > mostPixels) return 'tooLarge';
  if (isSmall && pixels <= mostPicturePixels) return file;
  const { smallerPicture } = await import('./smaller-picture.ts');
  return (await smallerPicture(file, head.kind, mostPictureBytes)) ?? 'tooLarge';
};

/** A chosen picture in Base64, as requests carry it, made smaller if it must be; or why it cannot be sent. */
export const readPicture = async (file: File): Promise<{ base64: string } | { fault: PictureFault }> => {
  if (file.size > mostChosenBytes) return { fault: 'tooLarge' };
  try {
    const picture = await fitting(file);
    return typeof picture === 'string'
      ? { fault: picture }
      : { base64: toBase64(new Uint8Array(await picture.arrayBuffer())) };
  } catch {
    return { fault: 'unreadable' };
  }
};

/** The address of a picture in Base64; browsers see by its content what it is. */
export const pictureUrl = (base64: string): string => `data:;base64,${base64}`;

/** Reads chosen pictures. Returns null if another picture was chosen meanwhile, because a large one takes time. */
export const newPictureReader = () => {
  let chosen = 0;
  return async (file: File): Promise<Awaited<ReturnType<typeof readPicture>> | null> => {
    chosen += 1;
    const own = chosen;
    const read = await readPicture(file);
    return own === chosen ? read : null;
  };
};
