const headerBytes = 64;

/** Decodes one PackBits segment, at most as many bytes as `out` has. @returns whether it fills `out` */
function unpack(packed: Uint8Array, out: Uint8Array): boolean {
  let from = 0;
  let to = 0;
  while (from < packed.length && to < out.length) {
    const control = packed[from] ?? 0;
    from += 1;
    if (control < 128) {
      const literal = packed.subarray(from, from + control + 1).subarray(0, out.length - to);
      out.set(literal, to);
      from += control + 1;
      to += literal.length;
    } else if (control > 128) {
      if (from >= packed.length) return false;
      const end = Math.min(to + 257 - control, out.length);
      out.fill(packed[from] ?? 0, to, end);
      from += 1;
      to = end;
    }
  }
  return to === out.length;
}

/**
 * Decodes a DICOM RLE frame (PS3.5 annex G) to little-endian samples, plane by plane.
 * @returns null if the segments do not match the image or are truncated
 */
export function decodeRle(
  frame: Uint8Array,
  layout: { pixels: number; samples: number; bytesPerSample: number },
): Uint8Array | null {
  if (frame.length < headerBytes) return null;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const segments = view.getUint32(0, true);
  if (segments !== layout.samples * layout.bytesPerSample) return null;
  const out = new Uint8Array(layout.pixels * segments);
  const plane = new Uint8Array(layout.pixels);
  for (let segment = 0; segment < segments; segment += 1) {
    const start = view.getUint32(4 + segment * 4, true);
    const end = segment + 1 < segments ? view.getUint32(8 + segment * 4, true) : frame.length;
    if (!unpack(frame.subarray(start, end), plane)) return null;
    // The most significant byte comes first.
    const sample = Math.floor(segment / layout.bytesPerSample);
    const byte = layout.bytesPerSample - 1 - (segment % layout.bytesPerSample);
    for (let pixel = 0; pixel < layout.pixels; pixel += 1)
      out[(sample * layout.pixels + pixel) * layout.bytesPerSample + byte] = plane[pixel] ?? 0;
    plane.fill(0);
  }
  return out;
}
