import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PatientFields } from '@konsil/contracts/patients';
import dicomParser from 'dicom-parser';
import sharp from 'sharp';

const [width, height] = [720, 540];
const apex = { x: width / 2, y: -90 };

/** Noise that is the same every time. */
const noiseOf = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
};

/** Brightness of the tissue at a place: skin and muscle on top, the gland, a dark nodule in it, shadow below. */
const tissue = (x: number, y: number, nodule: { x: number; y: number; size: number }): number => {
  const inNodule = ((x - nodule.x) / (nodule.size * 1.25)) ** 2 + ((y - nodule.y) / nodule.size) ** 2;
  if (inNodule < 1) return 38 + 14 * inNodule;
  if (inNodule < 1.16) return 120;
  const inGland = ((x - width / 2) / 250) ** 2 + ((y - 265) / 125) ** 2;
  if (inGland < 1) return 112;
  if (inGland < 1.06) return 170;
  if (y < 90) return 95 + 45 * Math.sin(y / 9);
  return Math.max(18, 90 - (y - 350) * 0.25);
};

/** A drawn picture that looks like an ultrasound of the thyroid: a sector with speckle and one nodule. */
export const drawUltrasound = (seed: number, nodule: { x: number; y: number; size: number }): Promise<Buffer> => {
  const noise = noiseOf(seed);
  const pixels = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) {
    const angle = Math.atan2(x - apex.x, y - apex.y);
    const distance = Math.hypot(x - apex.x, y - apex.y);
    const inside = Math.abs(angle) < 0.62 && distance > 118 && distance < 600;
    pixels[y * width + x] = inside ? Math.min(255, tissue(x, y, nodule) * (0.45 + 0.55 * (noise() + noise()))) : 6;
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } }).blur(1.1).jpeg({ quality: 86 }).toBuffer();
};

/** Puts other values into elements of an explicit little-endian DICOM file; only ones with short lengths. */
const relabel = (bytes: Buffer, values: Record<string, string>): Buffer => {
  const header = dicomParser.readPart10Header(bytes);
  const stream = new dicomParser.ByteStream(dicomParser.littleEndianByteArrayParser, bytes, header.position);
  const dataSet = new dicomParser.DataSet(stream.byteArrayParser, bytes, {});
  dicomParser.parseDicomDataSetExplicit(dataSet, stream, bytes.length);
  const changes = Object.entries(values).map(([tag, value]) => {
    const element = dataSet.elements[tag];
    if (!element) throw new Error(`The study of the demo has no element ${tag}.`);
    return { at: element.dataOffset, length: element.length, value: Buffer.from(value.length % 2 === 0 ? value : `${value}${element.vr === 'UI' ? '\0' : ' '}`, 'latin1') };
  });
  return changes.sort((a, b) => b.at - a.at).reduce((file, { at, length, value }) => {
    const size = Buffer.alloc(2);
    size.writeUInt16LE(value.length);
    return Buffer.concat([file.subarray(0, at - 2), size, value, file.subarray(at + length)]);
  }, bytes);
};

const digits = (day: string): string => day.replaceAll('-', '');

/** A real slice of a chest CT with the name of an invented person on it. `number` makes the study's own ids. */
export const chestCt = ({ last_name, first_name, date_of_birth }: PatientFields, day: string, number: number): Buffer =>
  relabel(readFileSync(fileURLToPath(new URL('./assets/ct-thorax.dcm', import.meta.url))), {
    x00080020: digits(day), x00080080: 'Radiologie am Rheinufer', x00081030: 'CT Thorax', x00100010: `${last_name}^${first_name}`, x00100020: `K-${number}`, x00100030: digits(date_of_birth),
    x0020000d: `2.25.${20_261_100 + number}.1`, x0020000e: `2.25.${20_261_100 + number}.2`,
  });
