import { foldWord } from './fold.ts';
import { medicineName } from './medication.ts';
import type { Medicine, MedicationList } from './medication-schemas.ts';

/** A reason to ask: something is on the list twice, or its name stands among the declared allergies. */
export type MedicationWarning =
  | { kind: 'duplicate'; what: string; medicines: string[] }
  | { kind: 'allergy'; what: string; medicines: string[] };

const namesOf = ({ ingredients, trade_name: trade }: Medicine): string[] =>
  [...ingredients.map(({ name }) => name), trade].filter(Boolean);

/** An active ingredient, a trade name or a number that a list has twice, compared as names are. */
const duplicates = (medicines: readonly Medicine[]): MedicationWarning[] => {
  const found = new Map<string, { what: string; at: Set<number> }>();
  medicines.forEach((medicine, at) => {
    for (const name of [...namesOf(medicine), ...(medicine.pzn ? [`PZN ${medicine.pzn}`] : [])]) {
      const known = found.get(foldWord(name)) ?? { what: name, at: new Set() };
      known.at.add(at);
      found.set(foldWord(name), known);
    }
  });
  const told = new Set<string>();
  return [...found.values()].flatMap(({ what, at }) => {
    const places = [...at].join();
    // The same medicines get one warning, however many substances they share.
    if (at.size < 2 || told.has(places)) return [];
    told.add(places);
    return [
      {
        kind: 'duplicate' as const,
        what,
        medicines: [...at].flatMap((place) => (medicines[place] ? [medicineName(medicines[place])] : [])),
      },
    ];
  });
};

// Shorter words occur in too many others. ASS and Jod have three letters, and are compared as whole words.
const shortestWord = 3;
const shortestPart = 6;
/** Words about intake and form, which say nothing about the substance. */
const general = new Set(
  [
    'allergie',
    'allergien',
    'allergy',
    'ampullen',
    'augentropfen',
    'creme',
    'cream',
    'depot',
    'forte',
    'gegen',
    'kapseln',
    'keine',
    'lösung',
    'medikament',
    'medikamente',
    'nasenspray',
    'natrium',
    'pflaster',
    'retard',
    'saft',
    'salbe',
    'spray',
    'tabletten',
    'tropfen',
    'und',
    'with',
  ].map(foldWord),
);
/** Ends of German compounds, which say nothing of the substance: "Penicillinallergie". */
const ending = /(?:allerg(?:ien?|isch)|unvertraglichkeit(?:en)?|intoleranz(?:en)?)$/;
/** Plurals and English endings: "Penicilline", "morphine". */
const plural = /(?<=\p{L}{4}in)(?:en?|s)$/u;
const wordsOf = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{M}]+/u)
    .map(foldWord)
    .map((word) => word.replace(ending, '').replace(plural, ''))
    .filter((word) => word.length >= shortestWord && !general.has(word));

/** Medicines whose name has a word of the allergies, also within a longer word. Nothing is concluded from classes. */
const declared = (medicines: readonly Medicine[], allergies: string): MedicationWarning[] =>
  allergies
    .split(/[\n;,.]+/)
    .map((part) => part.trim())
    .flatMap((part) => {
      const words = wordsOf(part);
      const meant = medicines.filter((medicine) =>
        wordsOf(namesOf(medicine).join(' ')).some((name) =>
          words.some((word) => name === word || (word.length >= shortestPart && name.includes(word))),
        ),
      );
      return meant.length > 0
        ? [{ kind: 'allergy' as const, what: part, medicines: meant.map((medicine) => medicineName(medicine)) }]
        : [];
    });

/** Questions about a list: duplicates, and declared allergies that its names contain. None found proves nothing. */
export const medicationWarnings = (
  list: Pick<MedicationList, 'medicines'> | null | undefined,
  allergies: string,
): MedicationWarning[] => (list ? [...declared(list.medicines, allergies), ...duplicates(list.medicines)] : []);
