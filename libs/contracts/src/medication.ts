// Apart from the schemas, so that pages can show a list without creating them.
import type { MedicationList, Medicine } from './medication-schemas.ts';

/** The times of day of the German medication plan, in its order. */
export const doseTimes = ['morning', 'noon', 'evening', 'night'] as const;
export type DoseTime = (typeof doseTimes)[number];

/** The headings that the German medication plan has codes for (its table 6), by a name of ours. */
export const medicationHeadings = {
  longTerm: 'Dauermedikation',
  onDemand: 'Bedarfsmedikation',
  selfMedication: 'Selbstmedikation',
  specialTimes: 'zu besonderen Zeiten anzuwendende Medikamente',
  limited: 'zeitlich befristet anzuwendende Medikamente',
  weekly: 'Wöchentliche Anwendung',
  special: 'Besondere Anwendung',
  intramuscular: 'Intramuskuläre Anwendung',
  intravenous: 'Intravenöse Anwendung',
  subcutaneous: 'Anwendung unter die Haut',
  syringe: 'Fertigspritze',
  allergies: 'Allergiehinweise',
  hints: 'Wichtige Hinweise',
  facts: 'Wichtige Angaben',
} as const;
export type MedicationHeading = keyof typeof medicationHeadings;
/** The name of a heading that has a code. */
export const knownHeading = (heading: string): MedicationHeading | undefined =>
  (Object.keys(medicationHeadings) as MedicationHeading[]).find((key) => medicationHeadings[key] === heading);

/** The most plans that a list names as its sources. */
export const mostSources = 10;

export const emptyMedicationList: MedicationList = { medicines: [], notes: [], sources: [], edited: false };

/** A list without content counts as no list. */
export const orNoList = (list: MedicationList): MedicationList | null =>
  list.medicines.length === 0 && list.notes.length === 0 ? null : list;

/** The names of a medicine: its ingredients with strengths, and the trade name; its number where it has no name. */
export const medicineName = ({ ingredients, trade_name: trade, pzn }: Medicine): string => {
  const told = ingredients
    .map(({ name, strength }) => [name, strength].filter(Boolean).join(' '))
    .filter(Boolean)
    .join(' + ');
  // A strength without its ingredient is that of the whole line.
  if (ingredients.every(({ name }) => name === '')) return [trade || `PZN ${pzn}`, told].filter(Boolean).join(' ');
  return trade ? `${told} (${trade})` : told;
};

/** The amounts by time of day: `1-0-1-0`, or the dose as a text. */
export const doseScheme = ({ times, dose }: Medicine): string =>
  times ? doseTimes.map((time) => times[time] || '0').join('-') : dose;

/** The dose with its unit. */
export const doseLine = (medicine: Medicine): string => [doseScheme(medicine), medicine.unit].filter(Boolean).join(' ');

/** A medicine as one line. */
export const medicineLine = (medicine: Medicine): string => {
  const { form, hint, reason, pzn } = medicine;
  const name = medicineName(medicine);
  const what = [name, form].filter(Boolean).join(', ');
  const dose = doseLine(medicine);
  const number = pzn !== '' && !name.startsWith('PZN ') ? `PZN ${pzn}` : '';
  return [dose ? `${what}: ${dose}` : what, hint, reason, number].filter(Boolean).join('; ');
};

/** Things in the order of a list, by its headings. Things that share a heading stay together. */
export const byHeading = <Thing extends { heading: string }>(
  things: readonly Thing[],
): { heading: string; things: Thing[] }[] =>
  [...new Set(things.map(({ heading }) => heading))].map((heading) => ({
    heading,
    things: things.filter((thing) => thing.heading === heading),
  }));

/** A list as lines of text, with its headings. */
export const medicationLines = ({ medicines, notes }: Pick<MedicationList, 'medicines' | 'notes'>): string[] => [
  ...byHeading(medicines).flatMap(({ heading, things }) => [
    ...(heading ? [`${heading}:`] : []),
    ...things.map(medicineLine),
  ]),
  ...byHeading(notes).flatMap(({ heading, things }) => [
    ...(heading ? [`${heading}:`] : []),
    ...things.map(({ text }) => text),
  ]),
];

/** A list's rows for a printed table: name, form, dose, hint and reason; a heading fills a row of its own. */
export type MedicationRow = { heading: string } | { cells: [name: string, form: string, dose: string, more: string] };
export const medicationRows = ({ medicines, notes }: MedicationList): MedicationRow[] => [
  ...byHeading(medicines).flatMap(({ heading, things }): MedicationRow[] => [
    ...(heading ? [{ heading }] : []),
    ...things.map(
      (medicine): MedicationRow => ({
        cells: [
          medicineName(medicine),
          medicine.form,
          doseLine(medicine),
          [medicine.hint, medicine.reason].filter(Boolean).join('; '),
        ],
      }),
    ),
  ]),
  ...notes.map(({ heading, text }): MedicationRow => ({ heading: [heading, text].filter(Boolean).join(': ') })),
];

export interface WithMedication {
  medication: string;
  medication_list?: MedicationList | null | undefined;
}
/** All that is said of medication, as text: the list, and the patient's own words below. */
export const medicationText = ({ medication, medication_list: list }: WithMedication): string =>
  [...(list ? medicationLines(list) : []), medication].filter(Boolean).join('\n');

/** The text of one topic of the anamnesis; of the medication with its list. */
export const topicText = <Topic extends string>(
  anamnesis: Record<Topic, string> & WithMedication,
  topic: Topic,
): string => (topic === 'medication' ? medicationText(anamnesis) : anamnesis[topic]);

/** Adds the lines of a list to another, without those that it has already. */
export const joinedLists = (
  here: MedicationList | null | undefined,
  added: MedicationList | null | undefined,
): MedicationList | null => {
  if (!here || !added) return here ?? added ?? null;
  // A line counts as new below another heading, such as that of weekly medicines.
  const lineOf = (one: Medicine) => `${one.heading}\n${medicineLine(one)}`;
  const known = new Set(here.medicines.map(lineOf));
  const told = new Set(here.notes.map(({ text }) => text));
  const sources = [...added.sources, ...here.sources];
  return {
    medicines: [...here.medicines, ...added.medicines.filter((one) => !known.has(lineOf(one)))],
    notes: [...here.notes, ...added.notes.filter(({ text }) => !told.has(text))],
    sources: sources
      .filter(
        ({ printed_on: day, author }, at) =>
          sources.findIndex((other) => other.printed_on === day && other.author === author) === at,
      )
      .slice(0, mostSources),
    edited: here.edited || added.edited,
  };
};
