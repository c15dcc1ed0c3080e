// Draws printed pages of made-up medication plans, and photographs them: turned, tilted, dark, noisy, blurred, small.
import bwip from 'bwip-js/node';
import sharp from 'sharp';

/** Bytes as the specification wants them: ISO 8859-1. */
export const latin1 = (text) => Buffer.from(text, 'latin1');

/** The symbol of a plan, black on white; `scale` pixels for each module. */
export const symbolOf = (bytes, { format = 'datamatrix', scale = 6 } = {}) =>
  bwip.toBuffer({
    bcid: format,
    text: bytes.toString('latin1'),
    // Bytes as they are: no change of the character set is written into the symbol.
    binarytext: true,
    scale,
    padding: 3 * scale,
    backgroundcolor: 'FFFFFF',
    ...(format === 'pdf417' ? { columns: 12, rowmult: 2 } : {}),
  });

const escaped = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
/**
 * A page as it is printed: A4 across, the code of 4 cm at the right of the head. `dpi`: as printed or scanned.
 * @param {Buffer} bytes
 * @param {{ dpi?: number, title?: string, lines?: string[], format?: string }} [look]
 */
export const pageOf = async (bytes, { dpi = 300, title = 'Medikationsplan', lines = [], format } = {}) => {
  const cm = dpi / 2.54;
  const [width, height] = [Math.round(29.7 * cm), Math.round(21 * cm)];
  const side = Math.round(4 * cm);
  const code = await sharp(await symbolOf(bytes, { format, scale: 8 }))
    .resize(format === 'pdf417' ? { width: Math.round(9 * cm) } : { width: side, height: side, kernel: 'lanczos3' })
    .png()
    .toBuffer();
  const { width: codeWidth = side } = await sharp(code).metadata();
  const words = [title, ...lines]
    .map(
      (line, index) =>
        `<text x="${cm}" y="${(1.8 + index * 0.9) * cm}" font-family="sans-serif" font-size="${0.5 * cm}">${escaped(line)}</text>`,
    )
    .join('');
  const rows = Array.from(
    { length: 14 },
    (_, index) =>
      `<rect x="${0.85 * cm}" y="${(6 + index) * cm}" width="${28 * cm}" height="${cm}" fill="none" stroke="#000" stroke-width="${cm / 40}"/>`,
  ).join('');
  return sharp({ create: { width, height, channels: 3, background: 'white' } })
    .composite([
      {
        input: Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rows}${words}</svg>`,
        ),
      },
      { input: code, left: width - codeWidth - Math.round(0.85 * cm), top: Math.round(0.85 * cm) },
    ])
    .png()
    .toBuffer();
};

/** Always the same random numbers (mulberry32), so that a measurement can be repeated. */
export const randomOf = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
};

/**
 * The matrix that takes a corner of the unit square to each of four points.
 * @param {number[][]} points
 */
const homography = ([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) => {
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const over = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / over;
  const h = (dx1 * sy - sx * dy1) / over;
  return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1];
};
/** @param {number[]} matrix nine numbers, row by row */
const inverse = ([a, b, c, d, e, f, g, h, i]) => [
  e * i - f * h,
  c * h - b * i,
  b * f - c * e,
  f * g - d * i,
  a * i - c * g,
  c * d - a * f,
  d * h - e * g,
  b * g - a * h,
  a * e - b * d,
];

/**
 * Photographs a page: it lies on a table, at an angle, under uneven light.
 * @param tilt how much shorter its far edge is, 0 to 0.5
 * @param light 1 is bright, 0.15 a room at night
 */
export const photograph = async (
  page,
  { width = 4000, turn = 0, tilt = 0, light = 1, noise = 0, blur = 0, shadow = 0, quality = 88, cut = 0, seed = 1 },
) => {
  const paper = await sharp(page).removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true });
  const height = Math.round(width * 0.75);
  const out = Buffer.alloc(width * height, 90);
  const ratio = paper.info.height / paper.info.width;
  const half = [width * 0.44, Math.min(width * 0.44 * ratio, height * 0.46)];
  const far = 1 - tilt;
  const corners = [
    [-half[0] * far, -half[1]],
    [half[0] * far, -half[1] * (1 - tilt / 2)],
    [half[0], half[1]],
    [-half[0], half[1]],
  ].map(([x, y]) => [
    width / 2 + x * Math.cos(turn) - y * Math.sin(turn) - cut * width,
    height / 2 + x * Math.sin(turn) + y * Math.cos(turn),
  ]);
  const [a, b, c, d, e, f, g, h, i] = inverse(homography(corners));
  const random = randomOf(seed);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const w = g * x + h * y + i;
      const u = ((a * x + b * y + c) / w) * (paper.info.width - 1);
      const v = ((d * x + e * y + f) / w) * (paper.info.height - 1);
      let value = 90;
      if (u >= 0 && v >= 0 && u < paper.info.width - 1 && v < paper.info.height - 1) {
        const [left, top] = [Math.floor(u), Math.floor(v)];
        const [du, dv] = [u - left, v - top];
        const at = top * paper.info.width + left;
        const { data } = paper;
        value =
          (data[at] * (1 - du) + data[at + 1] * du) * (1 - dv) +
          (data[at + paper.info.width] * (1 - du) + data[at + paper.info.width + 1] * du) * dv;
        value = 25 + value * 0.85;
      }
      const fall = 1 - shadow * (x / width) * (1 - y / height);
      const grain = noise * (random() + random() + random() - 1.5) * 2;
      out[y * width + x] = Math.max(0, Math.min(255, value * light * fall + grain));
    }
  }
  let picture = sharp(out, { raw: { width, height, channels: 1 } });
  if (blur) picture = picture.blur(blur);
  return picture.jpeg({ quality }).toBuffer();
};
