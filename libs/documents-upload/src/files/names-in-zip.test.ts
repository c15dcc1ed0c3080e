/** @jest-environment node */
import { zipSync } from 'fflate';
import { lettersInZip } from './names-in-zip.ts';

const most = { letters: 2, bytes: 1000 };
const zip = (members: Parameters<typeof zipSync>[0]) => zipSync(members);
const file = (bytes: Uint8Array) => new File([bytes as BlobPart], 'cd.zip');
const pdf = new TextEncoder().encode(`%PDF-1.7 ${'x'.repeat(500)}`);

test('lists the letters in a ZIP, PDFs first, in the order of the archive', async () => {
  const letters = await lettersInZip(
    file(
      zip({
        'logo.jpg': pdf,
        'a/IM1': pdf,
        'b/Befund.pdf': pdf,
        'gross.pdf': new Uint8Array(2000),
        '__MACOSX/._Befund.pdf': pdf,
      }),
    ),
    most,
  );
  expect(letters.map(({ name }) => name)).toEqual(['Befund.pdf', 'logo.jpg']);
  expect(new Uint8Array(await (letters[0] as File).arrayBuffer())).toEqual(pdf);
});

test('unpacks no more than the directory declares', async () => {
  const bytes = zip({ 'bombe.pdf': new Uint8Array(5_000_000) });
  const view = new DataView(bytes.buffer);
  const directory = view.getUint32(bytes.length - 6, true);
  view.setUint32(directory + 24, 900, true);
  expect(await lettersInZip(file(bytes), most)).toEqual([]);
  expect(await lettersInZip(file(new Uint8Array(50)), most)).toEqual([]);
});
