import { packImages } from './pack-images.ts';
import { readDicomUpload } from './read-upload.ts';
import { fixture } from './testing/fixtures.ts';

test('repacks images of an archive byte for byte', async () => {
  const archive = fixture('ct-series-7.zip');
  const { instances } = await readDicomUpload(archive);
  const some = instances.slice(2, 5);
  const packed = packImages(archive, some);
  const read = await readDicomUpload(packed.bytes);
  expect(read.instances).toEqual(packed.images);
  expect(read.instances.map(({ sha256 }) => sha256)).toEqual(some.map(({ sha256 }) => sha256));
  expect(packImages(archive, some).bytes).toEqual(packed.bytes);
});
