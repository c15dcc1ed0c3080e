function positionOf(bytes: Uint8Array, sought: Uint8Array, from: number): number {
  for (let at = from; at + sought.length <= bytes.length; at += 1) {
    if (sought.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

/** The first part of a `multipart/related` answer; an answer without parts is returned as it is. */
export function firstPart(bytes: Uint8Array, contentType: string): Uint8Array {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (!boundary) return bytes;
  const encode = (text: string) => new TextEncoder().encode(text);
  const blankLine = positionOf(bytes, encode('\r\n\r\n'), 0);
  const start = blankLine < 0 ? bytes.length : blankLine + 4;
  const end = positionOf(bytes, encode(`\r\n--${boundary}`), start);
  return bytes.subarray(start, end < 0 ? bytes.length : end);
}
