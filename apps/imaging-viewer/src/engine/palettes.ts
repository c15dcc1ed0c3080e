import { paletteOf, type Palette } from '@konsil/pixels';
import type { Instance } from '../study/study.ts';
import { BrokenFrame } from './decode-colour-jpeg.ts';

const tables = ['00281201', '00281202', '00281203'];
const palettes = new WeakMap<Instance, Promise<Palette>>();

async function load({ dataSet, lookOf, bulkData }: Instance): Promise<Palette> {
  const fetched = new Map<string, Uint8Array>();
  await Promise.all(
    tables.map(async (tag) => {
      const uri = dataSet[tag]?.BulkDataURI;
      if (uri) fetched.set(tag, await bulkData(uri));
    }),
  );
  const palette = paletteOf(dataSet, lookOf(1).bits.signed, (tag) => fetched.get(tag));
  if (!palette) throw new BrokenFrame('palette');
  return palette;
}

/** The colour tables of a palette image, fetched once for all its frames. */
export async function paletteFor(instance: Instance): Promise<Palette | null> {
  if (instance.photometric !== 'PALETTE COLOR') return null;
  const palette = palettes.get(instance) ?? load(instance);
  palettes.set(instance, palette);
  palette.catch(() => palettes.delete(instance));
  return palette;
}
