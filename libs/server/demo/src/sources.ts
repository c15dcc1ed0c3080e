import type { Letter, Source } from './letters.ts';

/** Practices, laboratories and hospitals of the demo; none of them exists. */
export const sources = {
  roth: { kind: 'doctors_practice', name: 'Hausarztpraxis Dr. Hannes Roth', place: 'Bonner Straße 211, 50968 Köln' },
  labor: { kind: 'outpatient', name: 'Labor am Rheinauhafen', place: 'Anna-Schneider-Steig 3, 50678 Köln' },
  pathologie: { kind: 'outpatient', name: 'Pathologie am Stadtgarten', place: 'Venloer Straße 40, 50672 Köln' },
  nuklear: { kind: 'outpatient', name: 'Zentrum für Nuklearmedizin Köln-Süd', place: 'Sülzgürtel 9, 50937 Köln' },
  radiologie: {
    kind: 'doctors_practice',
    name: 'Radiologie am Rheinufer',
    place: 'Gustav-Heinemann-Ufer 72, 50968 Köln',
  },
  klinikum: {
    kind: 'hospital',
    name: 'Klinikum Severinstor',
    place: 'Chirurgische Klinik, Kartäuserwall 5, 50676 Köln',
  },
  endokrin: {
    kind: 'doctors_practice',
    name: 'Endokrinologikum Ehrenfeld',
    place: 'Subbelrather Straße 130, 50823 Köln',
  },
  hno: { kind: 'doctors_practice', name: 'HNO-Praxis Dr. Paula Nissen', place: 'Neusser Straße 64, 50670 Köln' },
  augen: { kind: 'outpatient', name: 'Augenambulanz Marienhof', place: 'Kerpener Straße 18, 50924 Köln' },
  herz: {
    kind: 'hospital',
    name: 'Herzzentrum Dreisamtal',
    place: 'Rhythmusambulanz, Schwarzwaldstraße 90, 79117 Freiburg',
  },
  kardio: {
    kind: 'doctors_practice',
    name: 'Kardiologische Praxis Dr. Mira Lenz',
    place: 'Kaiser-Joseph-Straße 150, 79098 Freiburg',
  },
  laborFreiburg: {
    kind: 'outpatient',
    name: 'Medizinisches Labor Breisgau',
    place: 'Habsburgerstraße 77, 79104 Freiburg',
  },
} satisfies Record<string, Source>;
export type SourceName = keyof typeof sources;

/** A laboratory report. */
export const lab = (
  daysAgo: number,
  rows: [string, string, string][],
  remark = '',
  source: SourceName = 'labor',
): Letter => ({
  kind: 'laboratory',
  source: sources[source],
  daysAgo,
  title: 'Laborbefund',
  table: { head: ['Untersuchung', 'Ergebnis', 'Referenzbereich'], rows },
  ...(remark ? { text: [['Bemerkung', remark]] } : {}),
  signed: 'Ärztliche Leitung Laboratoriumsmedizin',
});

/** A doctor's letter with one or more paragraphs, each with a heading. */
export const letter = (daysAgo: number, source: SourceName, signed: string, ...text: [string, string][]): Letter => ({
  kind: 'letter',
  source: sources[source],
  daysAgo,
  title: 'Arztbrief',
  text,
  signed,
});

/** Any other report. */
export const report = (
  kind: Letter['kind'],
  title: string,
  daysAgo: number,
  source: SourceName,
  signed: string,
  ...text: [string, string][]
): Letter => ({ kind, source: sources[source], daysAgo, title, text, signed });
