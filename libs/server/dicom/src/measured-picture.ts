import type { MeasurementKind } from '@konsil/contracts/measurements';
import sharp from 'sharp';
import type { DicomInstance } from './dicom-instance.ts';
import type { DrawnPicture, ShownFrame } from './draw-preview.ts';
import { limits } from './limits.ts';
import { withSquarePixels, type JpegPicture } from './rendered-picture.ts';
import { runInWorker, type DicomSource } from './run-in-worker.ts';
import { stepOf } from './shade-frame.ts';

type Spot = readonly [x: number, y: number];
/** Points in columns and rows from the edge of the first pixel; the frame counts from 1. */
interface Measured {
  kind: MeasurementKind;
  frame: number;
  points: readonly Spot[];
  window: { center: number; width: number } | null;
}

const drawnSide = 2048;
// Around the measurement, so that a reader sees where in the body it is.
const around = 2.4;
const leastShare = 0.5;
const shape = 4 / 3;
const printedWidth = 900;
const quality = 86;

const line = ([ax, ay]: Spot, [bx, by]: Spot): string => `<line x1="${ax}" y1="${ay}" x2="${bx}" y2="${by}"/>`;
/** The lines of a measurement, as the viewer draws them. */
const linesOf = (kind: MeasurementKind, [a, b, c, d]: readonly Spot[]): string => {
  if (!a || !b) return '';
  switch (kind) {
    case 'angle':
      return line(a, b) + (c ? line(b, c) : '');
    case 'bidirectional':
    case 'cobb':
      return line(a, b) + (c && d ? line(c, d) : '');
    case 'arrow': {
      const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
      const wing = (turn: number): Spot => [a[0] + 26 * Math.cos(angle + turn), a[1] + 26 * Math.sin(angle + turn)];
      return line(a, b) + line(a, wing(0.5)) + line(a, wing(-0.5));
    }
    case 'rectangle':
    case 'ellipse': {
      const [left, top] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
      const [width, height] = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])];
      return kind === 'rectangle'
        ? `<rect x="${left}" y="${top}" width="${width}" height="${height}"/>`
        : `<ellipse cx="${left + width / 2}" cy="${top + height / 2}" rx="${width / 2}" ry="${height / 2}"/>`;
    }
    case 'length':
      return line(a, b);
  }
};

/** The part of the picture around the measurement, in whole pixels inside it. */
const partAround = (spots: readonly Spot[], width: number, height: number) => {
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const least = Math.min(width, height) * leastShare;
  const wide = Math.min(width, Math.max((right - left) * around, (bottom - top) * around * shape, least * shape));
  const high = Math.min(height, Math.max(wide / shape, (bottom - top) * 1.2));
  const within = (middle: number, size: number, most: number) =>
    Math.round(Math.min(Math.max(0, middle - size / 2), most - size));
  return {
    left: within((left + right) / 2, wide, width),
    top: within((top + bottom) / 2, high, height),
    width: Math.max(1, Math.floor(wide)),
    height: Math.max(1, Math.floor(high)),
  };
};

/**
 * A measurement in its image, in the window that it was made in: the part around it, with its lines and without any
 * text of the file.
 * @param source the whole stored file that `instance` was read from
 * @returns null where the image cannot be drawn as the viewer shows it, or the measurement is outside of it
 */
export async function renderMeasured(
  source: DicomSource,
  instance: DicomInstance,
  { kind, frame, points, window }: Measured,
): Promise<JpegPicture | null> {
  const { columns, rows } = instance;
  const isInside = ([x, y]: Spot) => x >= 0 && y >= 0 && x <= columns && y <= rows;
  if (points.length === 0 || !points.every(isInside)) return null;
  const shown: ShownFrame = { frame: frame - 1, window, side: drawnSide };
  const drawn = (await runInWorker({ task: 'frame', source, instance, shown }, limits.previewMilliseconds).catch(
    () => null,
  )) as DrawnPicture | null;
  if (!drawn) return null;
  const { picture, wider, higher, ...size } = withSquarePixels(drawn);
  const step = stepOf(columns, rows, drawnSide);
  const spots = points.map(([x, y]): Spot => [(x / step) * wider, (y / step) * higher]);
  const part = partAround(spots, size.width, size.height);
  const scale = printedWidth / part.width;
  const height = Math.max(1, Math.round(part.height * scale));
  const placed = spots.map(([x, y]): Spot => [(x - part.left) * scale, (y - part.top) * scale]);
  const lines = linesOf(kind, placed);
  const drawing = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${printedWidth}" height="${height}" fill="none" stroke-linecap="round">` +
      `<g stroke="#000" stroke-opacity="0.65" stroke-width="9">${lines}</g><g stroke="#ffd54a" stroke-width="5">${lines}</g></svg>`,
  );
  const square = await picture.png().toBuffer();
  const cut = await sharp(square)
    .extract(part)
    .resize({ width: printedWidth, height, fit: 'fill', kernel: 'cubic' })
    .png()
    .toBuffer();
  const jpeg = await sharp(cut)
    .composite([{ input: drawing }])
    .removeAlpha()
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return { jpeg, width: printedWidth, height };
}
