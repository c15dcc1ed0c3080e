import { readdirSync, readFileSync } from 'node:fs';
import encoders from '@cornerstonejs/codec-charls/wasmjs';
import sharp from 'sharp';
import {
  encapsulatedPixels,
  imageElements,
  writeDicom,
  type ElementSpec,
} from '@konsil/server-dicom/testing/write-dicom';
import { writeZip } from '@konsil/server-dicom/testing/write-zip';
import { transferSyntaxes } from '@konsil/server-dicom/transfer-syntaxes';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf, newCase, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs } from '../support/people.ts';
import { untilServed } from '../support/until-served.ts';
import { details, headersOf, uploadOne } from '../support/upload.ts';

/** As large as a mammogram: 20 million pixels of 16 bits, 14 of them used. */
const mammogram = { columns: 4000, rows: 5000 };
type Size = typeof mammogram;
const lightest = 9000;
/** Light on the left, darker to the right, with a black border; the noise makes it as large as a real one. */
const shadesOf = ({ columns, rows }: Size, noise: number): Uint16Array => {
  const shades = new Uint16Array(columns * rows);
  for (let at = 0; at < shades.length; at += 1) {
    const column = at % columns;
    shades[at] =
      column < columns * 0.75
        ? Math.round(lightest * (1 - column / columns)) + (Math.imul(at, 2654435761) >>> 30) * noise
        : 0;
  }
  return shades;
};

interface Encoder {
  getDecodedBuffer(info: object): Uint8Array;
  setNearLossless(error: number): void;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
}
const inJpegLs = async ({ columns, rows }: Size, shades: Uint16Array): Promise<Buffer> => {
  const silent = () => undefined;
  const { JpegLSEncoder: Encoder } = (await encoders({ print: silent, printErr: silent })) as unknown as {
    JpegLSEncoder: new () => Encoder;
  };
  const encoder = new Encoder();
  const info = { width: columns, height: rows, bitsPerSample: 16, componentCount: 1 };
  encoder.getDecodedBuffer(info).set(new Uint8Array(shades.buffer));
  encoder.setNearLossless(0);
  encoder.encode();
  return Buffer.from(encoder.getEncodedBuffer());
};

/** The high bytes, then the low bytes, each as RLE literal runs. */
const inRle = (shades: Uint16Array): Buffer => {
  const run = 128;
  const segmentOf = (shift: number) => {
    const segment = Buffer.alloc(Math.ceil(shades.length / run) + shades.length);
    shades.forEach((shade, at) => {
      const place = at + Math.floor(at / run) + 1;
      if (at % run === 0) segment[place - 1] = Math.min(run, shades.length - at) - 1;
      segment[place] = (shade >> shift) & 0xff;
    });
    return segment.length % 2 === 0 ? segment : Buffer.concat([segment, Buffer.alloc(1)]);
  };
  const [high, low] = [segmentOf(8), segmentOf(0)];
  const header = Buffer.alloc(64);
  [2, header.length, header.length + high.length].forEach((value, at) => header.writeUInt32LE(value, at * 4));
  return Buffer.concat([header, high, low]);
};

const uidsOf = (name: string) => ({ study: `1.2.9.${name}`, series: `1.2.9.${name}.1`, instance: `1.2.9.${name}.1.1` });
const elementsOf = (name: string, { columns, rows }: Size, ...more: ElementSpec[]): ElementSpec[] => {
  const { study, series, instance } = uidsOf(name);
  return imageElements(
    ['00080018', 'UI', instance],
    ['0020000d', 'UI', study],
    ['0020000e', 'UI', series],
    ['00280010', 'US', [rows]],
    ['00280011', 'US', [columns]],
    ['00280101', 'US', [14]],
    ['00280102', 'US', [13]],
    ...more,
  );
};
const compressed = (syntax: string, elements: ElementSpec[], ...frames: Buffer[]): Buffer =>
  writeDicom(
    elements.filter(([tag]) => tag !== '7fe00010'),
    { syntax, after: encapsulatedPixels(frames) },
  );

let house: TestApp;
let ours: Conversation;
beforeAll(async () => {
  house = await testApp();
  ours = await sentCase(house);
});
const add = async (file: string, bytes: Buffer) => {
  const { caseId } = await newCase(house, ours);
  const { documentId } = await uploadOne(house.app, ours.patient, caseId, file, bytes);
  bodyOf(await requestsAs(house.app, ours.patient).post(`/api/metadata/${documentId}`, details()));
  return (name: string) => {
    const { study, series, instance } = uidsOf(name);
    const url = `/fhir/ServiceRequest/${caseId}/dicomweb/studies/${study}/series/${series}/instances/${instance}`;
    return (path: string) =>
      untilServed(() => house.app.inject({ url: `${url}/${path}`, headers: headersOf(ours.patient) }));
  };
};
/** Format, size, and the shades a tenth from the left and right edges. */
const seenIn = async (bytes: Buffer) => {
  const { format } = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const at = (share: number) => data[Math.floor(info.height / 2) * info.width + Math.floor(info.width * share)] ?? -1;
  return { size: [format, info.width, info.height], left: at(0.1), right: at(0.9) };
};

/** Resident memory of the processes that read files, in megabytes. */
const residentOfReaders = (): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('reading.worker')) return sum;
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        const isOurs = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === process.pid;
        return isOurs ? Math.max(sum, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024) : sum;
      } catch {
        // It ended between listing and reading.
        return sum;
      }
    }, 0);

// Pictures are drawn at a low priority.
const patience = 900_000;
test(
  'a mammogram of 40 MB is rendered in full resolution, and smaller on request',
  async () => {
    const pixels = Buffer.from(shadesOf(mammogram, 0).buffer);
    const image = writeDicom(elementsOf('1', mammogram, ['7fe00010', 'OW', pixels]));
    const get = (await add('mammographie.zip', await writeZip({ IM1: image })))('1');
    const whole = await get('rendered');
    expect(whole.statusCode).toBe(200);
    const seen = await seenIn(whole.rawPayload);
    expect(seen).toEqual({ size: ['jpeg', 4000, 5000], left: expect.any(Number), right: 0 });
    expect(Math.abs(seen.left - 255 * 0.9)).toBeLessThan(3);
    const frame = await get('frames/1');
    expect(frame.rawPayload.includes(pixels.subarray(20_000_000, 20_004_000))).toBe(true);
    expect((await seenIn((await get('rendered?viewport=1000,1000')).rawPayload)).size).toEqual(['jpeg', 800, 1000]);
    expect((await seenIn((await get('thumbnail')).rawPayload)).size).toEqual(['jpeg', 205, 256]);
    expect(residentOfReaders()).toBeGreaterThan(50);
    expect(residentOfReaders()).toBeLessThan(360);
  },
  patience,
);

test(
  'two compressed MONOCHROME1 frames of one file are rendered separately',
  async () => {
    const frame = await inJpegLs(mammogram, shadesOf(mammogram, 1));
    const elements = elementsOf('2', mammogram, ['00280004', 'CS', 'MONOCHROME1'], ['00280008', 'IS', '2']);
    const get = (await add('mammographie.dcm', compressed(transferSyntaxes.jpegLsLossless, elements, frame, frame)))(
      '2',
    );
    expect((await get('rendered')).statusCode).toBe(406);
    const second = await get('frames/2/rendered');
    expect(second.statusCode).toBe(200);
    const seen = await seenIn(second.rawPayload);
    expect(seen).toMatchObject({ size: ['jpeg', 4000, 5000], right: 255 });
    expect(Math.abs(seen.left - 255 * 0.1)).toBeLessThan(3);
    expect((await get('frames/2')).rawPayload.includes(frame.subarray(0, 4000))).toBe(true);
    expect((await get('thumbnail')).statusCode).toBe(200);
    expect(residentOfReaders()).toBeLessThan(360);
  },
  patience,
);

test.each<[string, string, (shades: Uint16Array) => Buffer]>([
  ['in RLE', '4', (shades) => compressed(transferSyntaxes.rle, elementsOf('4', mammogram), inRle(shades))],
  [
    'that is deflated',
    '5',
    (shades) =>
      writeDicom(elementsOf('5', mammogram, ['7fe00010', 'OW', Buffer.from(shades.buffer)]), {
        syntax: transferSyntaxes.deflated,
      }),
  ],
])(
  'a mammogram %s is rendered with every pixel in its shade',
  async (_, name, make) => {
    const shades = shadesOf(mammogram, 0);
    const most = shades.reduce((one, other) => Math.max(one, other), 0);
    const zip = await writeZip({ IM1: make(shades) });
    const answer = await (await add('mammographie.zip', zip))(name)('rendered?quality=100');
    expect(answer.statusCode).toBe(200);
    const { data } = await sharp(answer.rawPayload).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
    expect(data.length).toBe(shades.length);
    let worst = 0;
    shades.forEach((shade, at) => (worst = Math.max(worst, Math.abs((shade / most) * 255 - (data[at] ?? 999)))));
    expect(worst).toBeLessThan(4);
    expect(residentOfReaders()).toBeLessThan(360);
  },
  patience,
);

test(
  'an image larger than any mammogram is not rendered, but served as a file',
  async () => {
    const size = { columns: 6000, rows: 100 };
    const get = (
      await add(
        'panorama.dcm',
        writeDicom(elementsOf('3', size, ['7fe00010', 'OW', Buffer.from(shadesOf(size, 0).buffer)])),
      )
    )('3');
    const answer = await get('rendered');
    expect([answer.statusCode, answer.json()]).toMatchObject([
      406,
      { issue: [{ code: 'not-supported', details: { text: expect.stringMatching(/too large|zu groß/) } }] },
    ]);
    expect((await get('frames/1')).statusCode).toBe(200);
  },
  patience,
);
