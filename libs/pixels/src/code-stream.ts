const tail = 4_096;

/**
 * True if a JPEG, JPEG-LS, JPEG 2000 or HTJ2K stream has its end marker. Decoders pad truncated streams, so half a
 * picture would look complete. The marker cannot occur inside coded data; padding may follow it.
 */
export function hasEndMarker(stream: Uint8Array): boolean {
  const from = Math.max(2, stream.length - tail);
  for (let at = stream.length - 2; at >= from; at -= 1) if (stream[at] === 0xff && stream[at + 1] === 0xd9) return true;
  return false;
}
