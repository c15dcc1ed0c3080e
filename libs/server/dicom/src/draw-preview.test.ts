import { generatedPictures, generatedPictureSize } from '@konsil/pixels/made-pictures';
import { drawPreview } from './draw-preview.ts';
import { readDicomBytes } from './read-bytes.ts';

test.each(generatedPictures().map((made) => [made.name, made] as const))(
  'a preview has the grey values of the file: %s',
  async (_name, { file, shades, aspect }) => {
    const bytes = Buffer.from(file);
    const {
      instances: [instance],
    } = await readDicomBytes(bytes);
    const drawn = instance && (await drawPreview(bytes, instance));
    expect(drawn).toMatchObject({ width: generatedPictureSize, height: generatedPictureSize, aspect });
    const all = Array.from(drawn?.data ?? []);
    const channels = drawn?.channels ?? 1;
    const off = shades.flatMap((shade, pixel) => {
      const expected = typeof shade === 'number' ? [shade] : shade;
      const found = all.slice(pixel * channels, (pixel + 1) * channels);
      return expected.every((one, channel) => Math.abs(one - (found[channel] ?? NaN)) <= 1)
        ? []
        : [{ pixel, expected, found }];
    });
    expect(off).toEqual([]);
  },
);
