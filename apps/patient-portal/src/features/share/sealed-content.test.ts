/** @jest-environment node */
import { askedUnknown } from '@konsil/contracts/fhir-absent';
import { fromResource, toResource } from './sealed-content.ts';
import type { SharedFile, SharedItem, SharedPictures, SharedText } from './sealed-content.ts';
import { linkOf, newLinkKey, payloadIn, seal, unseal } from './sealing.ts';

const text: SharedText = {
  kind: 'text',
  title: 'Antwort',
  author: 'Dr. Sandberg',
  at: '2026-11-24T10:00:00.000Z',
  patient: 'Miriam Adler',
  birthDate: '1979-03-14',
  parts: [
    { title: 'Frage & "Antwort"', text: 'Erste Zeile\nzweite <b>Zeile</b> &amp; mehr' },
    { title: 'Begründung', text: "Größe < 4 cm, 'ruhig'" },
  ],
};
const file: SharedFile = {
  kind: 'file',
  title: 'MRT-Bericht',
  author: 'Radiologie am Neumarkt',
  day: '2026-11-20',
  fileName: 'befund.pdf',
  contentType: 'application/pdf',
  bytes: Uint8Array.from({ length: 100_000 }, (_, at) => at % 251),
};

test('texts and files are unchanged after encryption and decryption', async () => {
  const key = newLinkKey();
  const preview = { contentType: 'image/jpeg', bytes: Uint8Array.from([255, 216, 255]) };
  const id = crypto.randomUUID();
  const scan = { ...file, id, fileName: 'ct.dcm', contentType: 'application/dicom', preview };
  const picture = { contentType: 'image/jpeg', bytes: Uint8Array.from([255, 216, 255]) };
  const pictures: SharedPictures = {
    kind: 'pictures',
    of: id,
    series: [
      { title: 'Serie 1: axial', total: 118, pictures: [1, 4, 7].map((at) => ({ ...picture, at })) },
      { title: 'Serie 2', total: 1, pictures: [{ ...picture, at: 1 }] },
    ],
  };
  const undated = { ...file, day: null, dayUnknown: true };
  for (const item of [
    text,
    file,
    scan,
    undated,
    pictures,
    { ...file, day: null, author: '', bytes: new Uint8Array(0) },
  ])
    expect(fromResource(await unseal(key, await seal(key, toResource(item))))).toEqual(item);
});

test('a file with an unknown date says so like the FHIR interface', () => {
  const creationOf = (item: SharedItem) =>
    (toResource(item) as { content: { attachment: { creation?: string; _creation?: unknown } }[] }).content[0]
      ?.attachment;
  expect(creationOf({ ...file, day: null, dayUnknown: true })).toMatchObject({ _creation: askedUnknown });
  for (const known of [file, { ...file, day: null }]) expect(creationOf(known)).not.toHaveProperty('_creation');
});

test('encrypts the same file differently each time', async () => {
  const key = newLinkKey();
  expect(await seal(key, {})).not.toBe(await seal(key, {}));
});

test('a changed file, another key and another algorithm are refused', async () => {
  const key = newLinkKey();
  const sealed = await seal(key, toResource(text));
  const parts = sealed.split('.');
  const swapped = [...parts.slice(0, 3), `${parts[3]?.startsWith('A') ? 'B' : 'A'}${parts[3]?.slice(1)}`, parts[4]];
  const header = btoa(JSON.stringify({ alg: 'dir', enc: 'A128GCM' })).replace(/=+$/, '');
  for (const wrong of [swapped.join('.'), [header, ...parts.slice(1)].join('.'), 'x', ''])
    await expect(unseal(key, wrong)).rejects.toThrow();
  await expect(unseal(newLinkKey(), sealed)).rejects.toThrow();
});

test('a link carries its payload in the fragment, and is refused if incomplete', () => {
  const payload = {
    url: 'https://konsil.example/api/shl/x',
    key: newLinkKey(),
    flag: 'LP',
    label: 'Für Dr. Roth',
    v: 1,
  };
  const link = new URL(linkOf('https://konsil.example/s', payload));
  expect([link.pathname, link.search]).toEqual(['/s', '']);
  expect(payloadIn(link.hash)).toEqual(payload);
  for (const wrong of [
    '',
    '#',
    '#shlink:/',
    '#shlink:/e30',
    link.hash.slice(0, -20),
    linkOf('', { ...payload, key: 'x' }),
  ])
    expect(payloadIn(wrong)).toBeNull();
  expect(payloadIn(linkOf('', { ...payload, v: 2 }))).toBeNull();
});

test('turns markup in a foreign narrative into text, and refuses other resources', () => {
  const bundle = toResource(text) as { entry: { resource: { section?: { text: { div: string } }[] } }[] };
  const [section] = bundle.entry[0]?.resource.section ?? [];
  if (section)
    section.text.div = '<div><p>Eins</p><script>x</script><p onclick="y">zwei &#8211; &#xE4; &unknown;</p></div>';
  expect(fromResource(JSON.stringify(bundle))).toMatchObject({ parts: [{ text: 'Eins\nxzwei – ä &unknown;' }, {}] });
  for (const wrong of ['{}', '[]', '{"resourceType":"Bundle"}', 'x']) expect(() => fromResource(wrong)).toThrow();
});
