// @bundle route
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Start of frame: all of SOF0 to SOF15 but the tables DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);

export interface PictureHead {
  kind: 'png' | 'jpeg';
  width: number;
  height: number;
}

const jpegHead = (view: DataView): PictureHead | null => {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else if (isFrame(marker)) return { kind: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
};

/** Kind and size of a PNG or JPEG by its first bytes, so that a huge one is never decoded; null for anything else. */
export const pictureHead = (bytes: Uint8Array): PictureHead | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength >= 24 && png.every((byte, at) => bytes[at] === byte))
    return { kind: 'png', width: view.getUint32(16), height: view.getUint32(20) };
  return view.byteLength > 4 && view.getUint16(0) === 0xffd8 ? jpegHead(view) : null;
};
