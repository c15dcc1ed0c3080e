function positionOf(bytes: Uint8Array, sought: Uint8Array, from: number): number {
  for (let at = from; at + sought.length <= bytes.length; at += 1) {
    if (sought.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

// Searches from the end, because only one part is ever requested and pictures are large.
function lastPositionOf(bytes: Uint8Array, sought: Uint8Array): number {
  for (let at = bytes.length - sought.length; at >= 0; at -= 1) {
    if (sought.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

/** The first part of a `multipart/related` response with its content type; other responses are returned unchanged. */
export function partOf(bytes: Uint8Array, contentType: string): { bytes: Uint8Array; contentType: string } {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (!boundary) return { bytes, contentType };
  const encode = (text: string) => new TextEncoder().encode(text);
  const blankLine = positionOf(bytes, encode('\r\n\r\n'), 0);
  const start = blankLine < 0 ? bytes.length : blankLine + 4;
  const head = new TextDecoder().decode(bytes.subarray(0, Math.max(0, blankLine)));
  const end = lastPositionOf(bytes, encode(`\r\n--${boundary}`));
  return {
    bytes: bytes.subarray(start, end < start ? bytes.length : end),
    contentType: /^content-type:\s*(.*)$/im.exec(head)?.[1]?.trim() ?? '',
  };
}

export const firstPart = (bytes: Uint8Array, contentType: string): Uint8Array => partOf(bytes, contentType).bytes;
