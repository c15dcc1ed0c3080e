// @bundle route
import type { ReaderOptions } from 'zxing-wasm/reader';

/** A picture as a canvas gives it: four bytes for each pixel. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}
export type ReadBarcodes = (
  picture: ImageData,
  options: ReaderOptions,
) => Promise<{ isValid: boolean; bytes: Uint8Array }[]>;

/** The formats of the codes that a reader looks for. */
export type CodeFormats = NonNullable<ReaderOptions['formats']>;
export const planFormats: CodeFormats = ['DataMatrix', 'PDF417'];

const options: ReaderOptions = {
  tryHarder: true,
  tryRotate: true,
  tryDownscale: true,
  // Two pages may lie in one picture.
  maxNumberOfSymbols: 4,
};

/** A downscaled grey picture; each pixel is the mean of those it covers, which reduces the noise of dark photos. */
export const shrunk = ({ data, width, height }: Pixels, scale: number): Pixels => {
  const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const small = new Uint8ClampedArray(across * down * 4);
  for (let y = 0; y < down; y += 1) {
    const [top, bottom] = [Math.floor((y * height) / down), Math.ceil(((y + 1) * height) / down)];
    for (let x = 0; x < across; x += 1) {
      const [left, right] = [Math.floor((x * width) / across), Math.ceil(((x + 1) * width) / across)];
      let sum = 0;
      for (let row = top; row < bottom; row += 1)
        for (let at = (row * width + left) * 4; at < (row * width + right) * 4; at += 4)
          sum += (data[at] ?? 0) + 2 * (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
      const grey = sum / (4 * (bottom - top) * (right - left));
      const at = (y * across + x) * 4;
      small.fill(grey, at, at + 3);
      small[at + 3] = 255;
    }
  }
  return { data: small, width: across, height: down };
};

/**
 * The attempts, cheapest first; the measured share of each is in docs/decisions/medication-plan.md. Half the size helps
 * against grain, a global threshold against a page that is bright everywhere.
 */
const attempts: [scale: number, options: ReaderOptions][] = [
  [1, options],
  [0.5, options],
  [0.7, options],
  [1, { ...options, tryDenoise: true }],
  [1, { ...options, binarizer: 'GlobalHistogram' }],
];

/** The contents of all codes in a picture, as bytes; empty if none can be read. */
export const findCodes = async (
  readBarcodes: ReadBarcodes,
  picture: Pixels,
  formats: CodeFormats,
): Promise<Uint8Array[]> => {
  for (const [scale, settings] of attempts) {
    const pixels = scale === 1 ? picture : shrunk(picture, scale);
    const found = await readBarcodes(pixels as unknown as ImageData, { ...settings, formats });
    const codes = found.filter(({ isValid }) => isValid).map(({ bytes }) => bytes);
    if (codes.length > 0) return codes;
  }
  return [];
};
