// @bundle route
import { medicationHeadings } from '@konsil/contracts/medication';

export { formNames } from './form-names.ts';

/** Units of a dose by the codes of the KBV's table (S_BMP_DOSIEREINHEIT 1.01). */
export const unitNames: Readonly<Record<string, string>> = {
  '#': 'Messlöffel',
  '0': 'Messbecher',
  '1': 'Stück',
  '2': 'Packung',
  '3': 'Flasche',
  '4': 'Beutel',
  '5': 'Hub',
  '6': 'Tropfen',
  '7': 'Teelöffel',
  '8': 'Esslöffel',
  '9': 'E',
  a: 'Tasse',
  b: 'Applikatorfüllung',
  c: 'Augenbadewanne',
  d: 'Dosierbriefchen',
  e: 'Dosierpipette',
  f: 'Dosierspritze',
  g: 'Einzeldosis',
  h: 'Glas',
  i: 'Likörglas',
  j: 'Messkappe',
  k: 'Messschale',
  l: 'Mio E',
  m: 'Mio IE',
  n: 'Pipettenteilstrich',
  o: 'Sprühstoß',
  p: 'IE',
  q: 'cm',
  r: 'l',
  s: 'ml',
  t: 'g',
  u: 'kg',
  v: 'mg',
};

/** Headings by code (KBV, BMP Anlage 3 version 2.8, table 6; 425 since that version). */
export const headingNames: Readonly<Record<string, string>> = {
  '411': medicationHeadings.onDemand,
  '412': medicationHeadings.longTerm,
  '413': medicationHeadings.intramuscular,
  '414': medicationHeadings.special,
  '415': medicationHeadings.intravenous,
  '416': medicationHeadings.subcutaneous,
  '417': medicationHeadings.syringe,
  '418': medicationHeadings.selfMedication,
  '419': medicationHeadings.allergies,
  '421': medicationHeadings.hints,
  '422': medicationHeadings.facts,
  '423': medicationHeadings.specialTimes,
  '424': medicationHeadings.limited,
  '425': medicationHeadings.weekly,
};

/** Weekdays of a weekly dose, as a plan prints them (Anlage 3 version 2.8, rule 28 and section 6.2.11). */
export const weekdays: Readonly<Record<string, string>> = {
  '1': 'montags',
  '2': 'dienstags',
  '3': 'mittwochs',
  '4': 'donnerstags',
  '5': 'freitags',
  '6': 'samstags',
  '7': 'sonntags',
};
