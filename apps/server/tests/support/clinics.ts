import type { ClinicFields } from '@konsil/contracts/console-clinics';

/** A clinic as an operator enters it. */
export const aClinic = (changes: Partial<ClinicFields> = {}): ClinicFields => ({
  name: 'Klinikum am Stadtpark',
  sender_name: '',
  accent: '#1f5f7a',
  imprint_de: 'Klinikum am Stadtpark gGmbH',
  imprint_en: 'Klinikum am Stadtpark, a charitable company',
  sites: [{ name: 'Haus Mitte', street: 'Parkweg 1', zipcode: '53111', city: 'Bonn', phone: '0228 100' }],
  ...changes,
});
