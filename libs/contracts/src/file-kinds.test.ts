import { dicomStartOf } from './file-kinds.ts';

const sopClass = '1.2.840.10008.5.1.4.1.1.2 ';
const little = (value: number, bytes: number) => Array.from({ length: bytes }, (_, at) => (value >> (8 * at)) & 0xff);
const chars = (text: string) => [...new TextEncoder().encode(text)];
/** An element of group 0008; without `vr` it is implicit. */
const element = (tag: number, value: string, vr = ''): number[] => [
  ...little(0x0008, 2),
  ...little(tag, 2),
  ...chars(vr),
  ...little(value.length, vr ? 2 : 4),
  ...chars(value),
];
const headOf = (...elements: number[][]) => new Uint8Array([...elements.flat(), ...new Array<number>(64).fill(0)]);

test.each<[string, Uint8Array, ReturnType<typeof dicomStartOf>]>([
  [
    'with explicit VRs is recognised',
    headOf(element(0x0005, 'ISO_IR 100', 'CS'), element(0x0016, sopClass, 'UI')),
    'explicit',
  ],
  ['with implicit VRs is recognised', headOf(element(0x0005, 'ISO_IR 100'), element(0x0016, sopClass)), 'implicit'],
  [
    'with implicit VRs whose length looks like a VR is recognised',
    headOf(element(0x0005, 'x'.repeat(0x4443)), element(0x0016, sopClass)),
    'implicit',
  ],
  ['with a VR of other characters than letters is none', headOf(element(0x0005, 'ISO_IR 100', 'c1')), null],
  ['of an unknown SOP Class is none', headOf(element(0x0016, '9.9.9', 'UI')), null],
  ['with elements out of order is none', headOf(element(0x0018, '1.2', 'UI'), element(0x0016, sopClass, 'UI')), null],
])('a file without DICOM preamble %s', (_, head, start) => {
  expect(dicomStartOf(head)).toBe(start);
});
