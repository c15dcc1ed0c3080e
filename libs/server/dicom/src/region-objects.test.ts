import { regionClasses } from '@konsil/pixels';
import {
  madeBody,
  madeCtSlice,
  madeFile,
  madeFrame,
  madeSegmentation,
  madeStructureSet,
} from '@konsil/pixels/made-regions';
import { asDirectoryImage, fileSetOf } from './file-set/file-set.ts';
import { frameOf } from './object-bytes.ts';
import { parseInstance } from './parse-instance.ts';
import { representativeImage } from './preview.ts';
import { readDicomBytes } from './read-bytes.ts';
import { DicomProblem } from './read-errors.ts';
import { writeZip } from './testing/write-zip.ts';

const ct = Array.from({ length: madeBody.slices }, (_, slice) => Buffer.from(madeFile(madeCtSlice(slice))));
const structures = Buffer.from(madeFile(madeStructureSet()));
const segmentation = Buffer.from(madeFile(madeSegmentation()));

describe('A structure set', () => {
  test('is indexed without frames and without its outlines', () => {
    const instance = parseInstance(structures);
    expect(instance).toMatchObject({
      sopClassUid: regionClasses.structureSet,
      modality: 'RTSTRUCT',
      studyUid: madeBody.study,
      rows: 0,
      columns: 0,
      frames: 0,
    });
    const metadata = JSON.parse(instance.metadata);
    expect(metadata['30060039'].Value[0]['3006002A']).toEqual({ vr: 'IS', Value: [255, 0, 0] });
    expect(metadata['30060039'].Value[0]['30060040']).toBeUndefined();
    expect(metadata['30060020'].Value[0]['30060026'].Value).toEqual(['PTV Prostata']);
  });

  test('truncated anywhere is refused', () => {
    const codes = new Set<string>();
    for (let end = structures.length - 1; end > 700; end -= 701)
      try {
        parseInstance(structures.subarray(0, end));
        codes.add('none');
      } catch (cause) {
        codes.add(cause instanceof DicomProblem ? cause.code : String(cause));
      }
    expect([...codes].filter((code) => !['truncated', 'no_image'].includes(code))).toEqual([]);
  });

  test('without structures is not indexed as a structure set', () => {
    const empty = madeStructureSet().filter(([tag]) => !['30060020', '30060039'].includes(tag));
    expect(() => parseInstance(madeFile(empty))).toThrow(new DicomProblem('no_image'));
  });
});

describe('Objects that mark regions', () => {
  test('are read from an archive beside their images, but never represent the study', async () => {
    const archive = await writeZip(
      Object.fromEntries([segmentation, structures, ...ct].map((file, index) => [`${index}.dcm`, file])),
    );
    const { instances, skipped } = await readDicomBytes(archive);
    expect(skipped).toEqual([]);
    expect(instances.map(({ modality }) => modality)).toEqual(['SEG', 'RTSTRUCT', ...ct.map(() => 'CT')]);
    expect(representativeImage(instances)?.modality).toBe('CT');
    expect(representativeImage(instances.slice(0, 2))).toBeUndefined();
    const asStored = instances.map((instance) => asDirectoryImage({ ...instance, documentId: 'd' }));
    // A directory has another type of record for structure sets.
    expect(fileSetOf(asStored).leftOut.map(({ modality }) => modality)).toEqual(['RTSTRUCT']);
  });

  test('have frames of single bits that begin within a byte', () => {
    const instance = parseInstance(segmentation);
    expect(instance.frames).toBe(7);
    for (const frame of [1, 2, 7]) {
      const bits = madeFrame(madeSegmentation(), frame);
      const sent = Buffer.from(frameOf(segmentation, instance, frame - 1));
      // Bits behind the last pixel belong to the next frame.
      const spare = 0xff >> (8 - ((instance.rows * instance.columns) % 8));
      sent[sent.length - 1] = (sent.at(-1) ?? 0) & spare;
      expect(sent.equals(bits)).toBe(true);
    }
  });
});
