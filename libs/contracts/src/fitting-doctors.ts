import type { Doctor } from './doctors.ts';
import { foldWord } from './fold.ts';
import { specialtyWords } from './specialties.ts';

/** The regions of the body by which doctors are filtered, from head to foot, then those without a place. */
export const bodyRegions = [
  'head',
  'eyes',
  'neck',
  'heart',
  'lungs',
  'belly',
  'kidneys',
  'back',
  'joints',
  'skin',
  'women',
  'mind',
] as const;
export type BodyRegion = (typeof bodyRegions)[number];

/** A region's words among the search words of specialties (`specialtyWords`). */
const regionWords: Readonly<Record<BodyRegion, string>> = {
  head: 'Gehirn Kopfschmerzen Nerven',
  eyes: 'Auge Augen',
  neck: 'Hals Schilddrüse Ohr Nase',
  heart: 'Herz Kreislauf Gefäße',
  lungs: 'Lunge',
  belly: 'Bauch Magen Darm Leber',
  kidneys: 'Niere Blase Prostata',
  back: 'Rücken Wirbelsäule Bandscheibe',
  joints: 'Knochen Gelenk Gelenke Knie Hand',
  skin: 'Haut',
  women: 'Gebärmutter Brust Schwangerschaft',
  mind: 'Psyche Seele Depression',
};

/**
 * Search words that describe no specialty when a patient writes them in a sentence: they occur in every second letter,
 * or mean something else in most sentences ("ich möchte sehen").
 */
const tooCommon = new Set(
  (
    'Operation operation Befund Arzt Ärztin doctor family praktischer sehen Regel Alter alte ältere Menschen Beruf work ' +
    'Bilder Bewegung Stress Angst Schmerz Schmerzen pain chronic Labor Laborwerte laboratory MRT MRI CT Röntgen x-ray ' +
    'scan imaging Kernspin PET Gewebe Gewebeprobe tissue Verletzung injury innere inner Organe Spezialist old people ' +
    'women children child company movement general medicine medizin care diseases blood values life end test mental ' +
    'Erkrankungen Krankheiten Unfall accident Sport sport Geburt Transplantation Kind Kinder Baby Jugendliche voice Stimme'
  )
    .split(' ')
    .map(foldWord),
);

const splitWords = (text: string): string[] => text.split(/[^\p{L}\p{M}]+/u).filter(Boolean);
const shortest = 4;

const split = new Map<string, ReadonlySet<string>>();
const mostSplit = 1000;
const wordsOf = (specialty: string): ReadonlySet<string> => {
  const known = split.get(specialty);
  if (known) return known;
  const words = new Set(splitWords(specialtyWords(specialty)).map(foldWord));
  if (split.size < mostSplit) split.set(specialty, words);
  return words;
};

/** The regions of the body that a doctor's specialty treats. */
export const regionsOf = ({ specialty }: Pick<Doctor, 'specialty'>): BodyRegion[] => {
  const words = wordsOf(specialty);
  return bodyRegions.filter((region) => splitWords(regionWords[region]).some((word) => words.has(foldWord(word))));
};

const complaints = ['schmerz', 'beschwerd', 'problem', 'operation', 'erkrankung', 'verletzung', 'infekt', 'entzund'];
/** German compounds begin with the part of the body: "Schilddrüsenknoten", "Knieschmerzen", not "regelmäßig". */
const beginsWith = (typed: string, folded: string, word: string): boolean => {
  if (!folded.startsWith(word)) return false;
  const rest = folded.slice(word.length);
  if (rest.length <= 2) return true;
  const noun = /^\p{Lu}/u.test(typed);
  return noun && (word.length > shortest || complaints.some((complaint) => rest.startsWith(complaint)));
};

/**
 * The words of a patient's own text that belong to a doctor's specialty, in the patient's spelling and order. Rules and
 * word lists only: they say why a doctor may fit, and never that another one does not.
 */
export const fittingWords = ({ specialty }: Pick<Doctor, 'specialty'>, text: string): string[] => {
  const words = [...wordsOf(specialty)].filter((word) => word.length >= shortest && !tooCommon.has(word));
  const found = new Map<string, string>();
  for (const typed of splitWords(text)) {
    const folded = foldWord(typed);
    if (folded.length < shortest || tooCommon.has(folded) || found.has(folded)) continue;
    if (words.some((word) => beginsWith(typed, folded, word))) found.set(folded, typed);
  }
  return [...found.values()];
};

/** Doctors with their fitting words: those who fit first, the best on top; the order of the others stays. */
export const byFit = <D extends Pick<Doctor, 'specialty'>>(
  doctors: readonly D[],
  text: string,
): { doctor: D; words: string[] }[] =>
  doctors
    .map((doctor) => ({ doctor, words: fittingWords(doctor, text) }))
    .sort((one, other) => other.words.length - one.words.length);
