import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PatientFields } from '@konsil/contracts/patients';
import dicomParser from 'dicom-parser';
import sharp from 'sharp';

// Drawn small and enlarged, because ultrasound is coarse-grained.
const [width, height] = [280, 210];
const shown = 2.4;
const apex = { x: width / 2, y: -35 };

/** Position and size in the drawn picture, which is 280 by 210. */
export interface Nodule {
  x: number;
  y: number;
  size: number;
}

/** Deterministic noise from 0 to 1. */
const noiseOf = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
};

/** The relative distance from the centre of an uneven oval: below 1 inside, above outside. */
const oval = (x: number, y: number, wide: number, high: number): number => {
  const angle = Math.atan2(y / high, x / wide);
  return Math.hypot(x / wide, y / high) * (1 + 0.06 * Math.sin(2 * angle + 1) + 0.025 * Math.sin(5 * angle));
};
/** Blends `inside` into `outside` over a soft edge. */
const blend = (inside: number, outside: number, distance: number, softness: number): number => {
  const share = Math.min(1, Math.max(0, 0.5 + (distance - 1) / softness));
  return inside + (outside - inside) * share;
};

/** Brightness of the tissue at a point: skin and muscle on top, the gland with a dark nodule, the windpipe's shadow. */
const tissue = (x: number, y: number, nodule: Nodule): number => {
  const muscle = y < 48 ? 120 + 35 * Math.sin(y / 3 + x / 45) : Math.max(26, 98 - (y - 48) * 0.44);
  const windpipe = blend(14, muscle, oval(x - 46, y - 125, 31, 48), 0.25);
  const gland = blend(128, windpipe, oval(x - 160, y - 102, 82, 48), 0.08);
  return blend(52, gland, oval(x - nodule.x, y - nodule.y, nodule.size * 1.2, nodule.size), 0.18);
};

/** A drawn picture that looks like an ultrasound of the thyroid: a sector with speckle and one nodule. */
export const drawUltrasound = (seed: number, nodule: Nodule): Promise<Buffer> => {
  const noise = noiseOf(seed);
  const pixels = Buffer.alloc(width * height, 5);
  for (let y = 0; y < height; y += 1) {
    let grain = 1;
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x - apex.x, y - apex.y];
      const distance = Math.hypot(dx, dy);
      if (distance < 46 || distance > 239 || Math.abs(dx) > dy * 0.72) continue;
      // Speckle is elongated along the wavefront.
      grain = 0.62 * grain + 0.38 * (noise() + noise() + noise()) * 0.72;
      pixels[y * width + x] = Math.min(255, tissue(x, y, nodule) * (0.25 + 0.78 * grain));
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize(width * shown, height * shown, { kernel: 'cubic' })
    .jpeg({ quality: 85 })
    .toBuffer();
};

/** Replaces element values in an explicit little-endian DICOM file; only elements with short lengths. */
const relabel = (bytes: Buffer, values: Record<string, string>): Buffer => {
  const header = dicomParser.readPart10Header(bytes);
  const stream = new dicomParser.ByteStream(dicomParser.littleEndianByteArrayParser, bytes, header.position);
  const dataSet = new dicomParser.DataSet(stream.byteArrayParser, bytes, {});
  dicomParser.parseDicomDataSetExplicit(dataSet, stream, bytes.length);
  const changes = Object.entries(values).map(([tag, value]) => {
    const element = dataSet.elements[tag];
    if (!element) throw new Error(`The study of the demo has no element ${tag}.`);
    return {
      at: element.dataOffset,
      length: element.length,
      value: Buffer.from(value.length % 2 === 0 ? value : `${value}${element.vr === 'UI' ? '\0' : ' '}`, 'latin1'),
    };
  });
  return changes
    .sort((a, b) => b.at - a.at)
    .reduce((file, { at, length, value }) => {
      const size = Buffer.alloc(2);
      size.writeUInt16LE(value.length);
      return Buffer.concat([file.subarray(0, at - 2), size, value, file.subarray(at + length)]);
    }, bytes);
};

const digits = (day: string): string => day.replaceAll('-', '');

/** A real slice of a chest CT with an invented person's name. `number` makes the study's ids unique. */
export const chestCt = ({ last_name, first_name, date_of_birth }: PatientFields, day: string, number: number): Buffer =>
  relabel(readFileSync(fileURLToPath(new URL('./assets/ct-thorax.dcm', import.meta.url))), {
    x00080020: digits(day),
    x00080080: 'Radiologie am Rheinufer',
    x00081030: 'CT Thorax',
    x00100010: `${last_name}^${first_name}`,
    x00100020: `K-${number}`,
    x00100030: digits(date_of_birth),
    x0020000d: `2.25.${20_261_100 + number}.1`,
    x0020000e: `2.25.${20_261_100 + number}.2`,
  });
