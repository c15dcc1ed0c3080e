export interface EncodedSize {
  columns: number;
  rows: number;
  samples: number;
  bits: number;
}

const startsCodestream = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0xff && bytes[at + 1] === 0x4f && bytes[at + 2] === 0xff && bytes[at + 3] === 0x51;

// JPEG 2000 and HTJ2K: the SIZ segment directly follows the start marker, at any position in a JP2 file.
function codestreamStart(bytes: Uint8Array): number | null {
  let at = 0;
  while (at + 52 <= bytes.length && !startsCodestream(bytes, at)) at += 1;
  return at + 52 > bytes.length ? null : at;
}

function codestreamSize(bytes: Uint8Array, view: DataView): EncodedSize | null {
  const at = codestreamStart(bytes);
  if (at === null) return null;
  return {
    columns: view.getUint32(at + 8) - view.getUint32(at + 16),
    rows: view.getUint32(at + 12) - view.getUint32(at + 20),
    samples: view.getUint16(at + 40),
    bits: ((bytes[at + 42] ?? 0) & 0x7f) + 1,
  };
}

// C4, C8 and CC are in the range of frame headers but mean something else; F7 is JPEG-LS.
const isFrameHeader = (marker: number): boolean =>
  marker === 0xf7 || (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker));

function jpegSize(bytes: Uint8Array, view: DataView): EncodedSize | null {
  let at = 2;
  while (at + 10 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    if (marker === 0xff) at += 1;
    else if (isFrameHeader(marker))
      return {
        bits: bytes[at + 4] ?? 0,
        rows: view.getUint16(at + 5),
        columns: view.getUint16(at + 7),
        samples: bytes[at + 9] ?? 0,
      };
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** The size a compressed frame declares, read before decoding, because a decoder would allocate it. */
export function encodedSize(bytes: Uint8Array): EncodedSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? jpegSize(bytes, view) : codestreamSize(bytes, view);
}

const markers = { cod: 0xff52, coc: 0xff53, sot: 0xff90 };

/** How many times a JPEG 2000 frame can be halved before decoding; 0 unless it is the same for all components. */
export function halvingsOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = codestreamStart(bytes);
  // With an offset, the halves begin between two pixels.
  if (start === null || view.getUint32(start + 16) !== 0 || view.getUint32(start + 20) !== 0) return 0;
  let halvings = 0;
  for (let at = start + 2; at + 10 <= bytes.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (marker === markers.cod) halvings = bytes[at + 9] ?? 0;
    else if (marker === markers.coc) return 0;
    else if (marker === markers.sot) return halvings;
  }
  return 0;
}
