import type { PicturedPerson } from '@konsil/contracts/person-names';
import { dayOf } from '@konsil/dicom-header/dates';
import { textValues } from '@konsil/dicom-header/dicom-text';
import { openHeader } from '@konsil/dicom-header/header';

const tags = { charset: '00080005', name: '00100010', birthDate: '00100030' };

/** The person that a DICOM file names; null if it names none, or is unreadable. */
export const readPerson = (file: Uint8Array): PicturedPerson | null => {
  const header = openHeader(file, tags.birthDate);
  if (!header) return null;
  const [patientName = ''] = textValues(header.bytes(tags.name), 'PN', header.ascii(tags.charset));
  const birthDate = dayOf(header.ascii(tags.birthDate));
  return /\p{L}/u.test(patientName) || birthDate ? { patientName, birthDate } : null;
};
