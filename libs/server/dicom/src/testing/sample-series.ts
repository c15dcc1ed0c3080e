import { imageElements, writeDicom, type ElementSpec } from './write-dicom.ts';
import { writeZip } from './write-zip.ts';

/** A bright ring whose size changes with the slice, on noise that does not compress. */
function pixelsOf(slice: number, side: number): Buffer {
  const pixels = Buffer.alloc(side * side * 2);
  let grain = slice + 1;
  for (let at = 0; at < side * side; at += 1) {
    grain = (grain * 48_271) % 2_147_483_647;
    const radius = Math.hypot((at % side) - side / 2, Math.floor(at / side) - side / 2);
    pixels.writeUInt16LE((Math.abs(radius - 40 - ((slice * 3) % (side / 3))) < 8 ? 1_000 : 300) + (grain % 64), at * 2);
  }
  return pixels;
}

/**
 * A ZIP of an MR series of realistic size.
 * @param side rows and columns of a slice
 */
export function sampleSeries(slices: number, side = 256): Promise<Buffer> {
  const file = (slice: number): Buffer => {
    const elements: ElementSpec[] = [
      ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.4'],
      ['00080018', 'UI', `1.2.826.0.1.99.1.${slice + 1}`],
      ['00080060', 'CS', 'MR'],
      ['00080020', 'DA', '20260302'],
      ['0008103e', 'LO', 'Ring'],
      ['00100010', 'PN', 'Sample^Series'],
      ['0020000d', 'UI', '1.2.826.0.1.99'],
      ['0020000e', 'UI', '1.2.826.0.1.99.1'],
      ['00200011', 'IS', '1'],
      ['00200013', 'IS', String(slice + 1)],
      ['00200032', 'DS', `0\\0\\${slice * 4}`],
      ['00200037', 'DS', '1\\0\\0\\0\\1\\0'],
      ['00200052', 'UI', '1.2.826.0.1.99.2'],
      ['00180050', 'DS', '4'],
      ['00280010', 'US', [side]],
      ['00280011', 'US', [side]],
      ['00280030', 'DS', '0.9\\0.9'],
      ['00281050', 'DS', '600'],
      ['00281051', 'DS', '1200'],
      ['7fe00010', 'OW', pixelsOf(slice, side)],
    ];
    return writeDicom(imageElements(...elements));
  };
  return writeZip(
    Object.fromEntries(
      Array.from({ length: slices }, (_, slice) => [`MR/${String(slice + 1).padStart(3, '0')}.dcm`, file(slice)]),
    ),
  );
}
