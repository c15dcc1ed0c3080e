import { parseDicom } from 'dicom-parser';
import type { PicturedPerson } from '@konsil/contracts/person-names';

// In tag order, so that reading can stop after the last one (DICOM PS3.5 section 7.1).
const tags = { charset: 'x00080005', name: 'x00100010', birthDate: 'x00100030' };

/** The text decoders of the character sets that name nearly all European images (PS3.3 C.12.1.1.2). */
const decoders: Record<string, string> = {
  '': 'ascii',
  'ISO_IR 6': 'ascii',
  'ISO_IR 100': 'latin1',
  'ISO_IR 192': 'utf-8',
};

/** Unknown letters become question marks, which the comparison of names reads as any letter. */
const decoded = (bytes: Uint8Array, charset: string): string => {
  const label = decoders[charset] ?? 'ascii';
  if (label !== 'ascii') return new TextDecoder(label).decode(bytes);
  return String.fromCharCode(...bytes.map((byte) => (byte < 0x80 ? byte : 0x3f)));
};

/** The person that a DICOM file names; null if it names none, or is unreadable. */
export const readPerson = (file: Uint8Array): PicturedPerson | null => {
  try {
    const found = parseDicom(file, { untilTag: tags.birthDate });
    const element = found.elements[tags.name];
    const patientName = element
      ? decoded(
          found.byteArray.slice(element.dataOffset, element.dataOffset + Math.min(element.length, 1024)),
          found.string(tags.charset)?.trim() ?? '',
        ).replace(/[\s\0]+$/, '')
      : '';
    const day = /^(\d{4})(\d{2})(\d{2})$/.exec(found.string(tags.birthDate)?.trim() ?? '');
    const birthDate = day ? day.slice(1).join('-') : null;
    return /\p{L}/u.test(patientName) || birthDate ? { patientName, birthDate } : null;
  } catch {
    return null;
  }
};
