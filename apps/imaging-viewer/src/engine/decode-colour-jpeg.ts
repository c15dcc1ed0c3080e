import { isWholeJpeg, type Samples } from '@konsil/pixels';
import type { Instance } from '../study/study.ts';

/** A frame is truncated, or does not match its file's header. */
export class BrokenFrame extends Error {}

/** A frame's stored samples. */
export interface Decoded {
  samples: Samples;
  planar: boolean;
  /** Photometric interpretation of the samples, which may differ from the file's. */
  photometric: string;
  /** RGBA ready to be drawn: a JPEG picture in colour. */
  ready: boolean;
}

type Size = Pick<Instance, 'columns' | 'rows'>;

async function decodeByBrowser(bytes: Uint8Array, { columns, rows }: Size): Promise<Decoded> {
  const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), {
    imageOrientation: 'none',
    colorSpaceConversion: 'none',
  });
  try {
    if (bitmap.width !== columns || bitmap.height !== rows) throw new BrokenFrame('size');
    const context = new OffscreenCanvas(columns, rows).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    return { samples: context.getImageData(0, 0, columns, rows).data, planar: false, photometric: 'RGB', ready: true };
  } finally {
    bitmap.close();
  }
}

/** Samples of a JPEG picture, which its decoder gives as RGB, as RGBA. */
function asReady(samples: Samples): Decoded {
  const pixels = new Uint8ClampedArray((samples.length / 3) * 4).fill(255);
  samples.forEach((sample, at) => {
    pixels[Math.floor(at / 3) * 4 + (at % 3)] = sample;
  });
  return { samples: pixels, planar: false, photometric: 'RGB', ready: true };
}

/**
 * Decodes a JPEG frame in colour. Browsers fill a cut picture with grey, so its codes are read first.
 * @param decode a slower decoder that reports what is cut, for streams whose codes are not read
 * @throws BrokenFrame if codes are missing
 */
export async function decodeColourJpeg(
  bytes: Uint8Array,
  size: Size,
  decode: () => Promise<Decoded>,
): Promise<Decoded> {
  const isWhole = isWholeJpeg(bytes);
  if (isWhole === false) throw new BrokenFrame('codes');
  return isWhole ? decodeByBrowser(bytes, size) : asReady((await decode()).samples);
}
