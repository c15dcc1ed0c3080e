import type { MedicalKind } from './codes.ts';
import { matchesWords } from './fold.ts';
import { specialtyWords } from './specialties.ts';

/** Documents that a second opinion usually needs, and the kinds that hold them. */
const kindsOf = {
  ultrasound: ['sonography'],
  thyroid_laboratory: ['laboratory'],
  laboratory: ['laboratory'],
  puncture: ['histology'],
  histology: ['histology'],
  mri: ['mri'],
  xray: ['xray'],
  ct: ['ct'],
  ct_or_mri: ['ct', 'mri'],
  ecg: ['other_test'],
  echo: ['sonography'],
  lung_function: ['other_test'],
  endoscopy: ['other_test', 'op'],
  mammography: ['xray'],
  skin_picture: ['other_test'],
  nerve_test: ['other_test'],
  letter: ['letter', 'consultation'],
  medication_plan: ['medication_plan'],
} as const satisfies Record<string, readonly MedicalKind[]>;
export type UsualDocument = keyof typeof kindsOf;
export const usualDocuments = Object.keys(kindsOf) as [UsualDocument, ...UsualDocument[]];

interface Rule {
  /** Words of the concern, of which one must be found. */
  words: readonly string[];
  /** Specialties whose cases usually need it, where no concern was found. */
  specialties?: readonly string[];
  needed: readonly UsualDocument[];
}

/** Ordered: the first rule whose words are found applies, then the first of the doctor's specialty. */
const rules: readonly Rule[] = [
  {
    words: ['Schilddrüse', 'thyroid', 'Struma', 'goitre', 'goiter'],
    specialties: ['Endokrine Chirurgie', 'Endokrinologie'],
    needed: ['ultrasound', 'thyroid_laboratory', 'puncture', 'letter'],
  },
  {
    words: ['Knie', 'knee', 'Meniskus', 'meniscus', 'Kreuzband', 'cruciate', 'Gonarthrose'],
    needed: ['mri', 'xray', 'letter'],
  },
  {
    words: ['Hüfte', 'hip', 'Coxarthrose', 'Schulter', 'shoulder', 'Gelenk', 'joint'],
    specialties: ['Orthopädie und Unfallchirurgie', 'Orthopädie', 'Unfallchirurgie'],
    needed: ['xray', 'mri', 'letter'],
  },
  {
    words: [
      'Bandscheibe',
      'slipped disc',
      'herniated disc',
      'Wirbelsäule',
      'spine',
      'Rücken',
      'back pain',
      'Spinalkanal',
      'spinal',
    ],
    specialties: ['Neurochirurgie'],
    needed: ['mri', 'xray', 'letter'],
  },
  {
    words: ['Herz', 'heart', 'Vorhofflimmern', 'atrial fibrillation', 'Herzklappe', 'coronary', 'Koronar'],
    specialties: ['Kardiologie', 'Herzchirurgie'],
    needed: ['ecg', 'echo', 'laboratory', 'medication_plan'],
  },
  {
    words: ['Bluthochdruck', 'Blutdruck', 'blood pressure', 'Hypertonie', 'hypertension'],
    needed: ['laboratory', 'ecg', 'medication_plan'],
  },
  {
    words: ['Prostata', 'prostate'],
    specialties: ['Urologie'],
    needed: ['laboratory', 'ultrasound', 'mri', 'histology'],
  },
  {
    words: ['Knoten Brust', 'Brustkrebs', 'Brustknoten', 'breast', 'Mammakarzinom'],
    needed: ['mammography', 'ultrasound', 'histology', 'letter'],
  },
  {
    words: ['Gallensteine', 'Galle', 'gallstones', 'gallbladder', 'Leberwerte', 'Leberzirrhose', 'Fettleber', 'liver'],
    needed: ['ultrasound', 'laboratory', 'letter'],
  },
  {
    words: ['Darm', 'bowel', 'colon', 'Magen', 'stomach', 'Reflux', 'Crohn', 'Colitis'],
    specialties: ['Gastroenterologie'],
    needed: ['endoscopy', 'laboratory', 'histology', 'letter'],
  },
  {
    words: ['Lunge', 'lung', 'Asthma', 'COPD'],
    specialties: ['Pneumologie'],
    needed: ['lung_function', 'ct', 'letter'],
  },
  { words: ['Niere', 'kidney'], specialties: ['Nephrologie'], needed: ['laboratory', 'ultrasound', 'medication_plan'] },
  {
    words: ['Muttermal', 'Leberfleck', 'mole', 'Melanom', 'melanoma', 'Hautkrebs'],
    specialties: ['Dermatologie'],
    needed: ['skin_picture', 'histology', 'letter'],
  },
  {
    words: ['Kopfschmerz', 'headache', 'Migräne', 'migraine', 'Epilepsie', 'epilepsy'],
    specialties: ['Neurologie'],
    needed: ['ct_or_mri', 'nerve_test', 'medication_plan'],
  },
  { words: ['Diabetes', 'Zuckerkrankheit'], specialties: ['Diabetologie'], needed: ['laboratory', 'medication_plan'] },
  { words: [], specialties: ['Hämatologie und Onkologie'], needed: ['histology', 'ct_or_mri', 'laboratory', 'letter'] },
];

const ruleFor = (concern: string, specialty: string): Rule | undefined =>
  rules.find(({ words }) => words.some((word) => matchesWords(concern, word))) ??
  rules.find(({ specialties = [] }) => specialties.some((name) => specialtyWords(specialty).includes(name)));

export interface UsualState {
  document: UsualDocument;
  /** True if there is a document of such a kind; its content is not read. */
  there: boolean;
}

/**
 * The documents that doctors usually need for a concern, each with whether its kind is among `kinds`. Rules from common
 * medical practice, no judgement of the case; empty where none applies.
 * @param concern the case's name and diagnosis; the history names too much else
 */
export const usuallyNeeded = (concern: string, specialty: string, kinds: readonly (string | null)[]): UsualState[] =>
  (ruleFor(concern, specialty)?.needed ?? []).map((document) => ({
    document,
    there: (kindsOf[document] as readonly string[]).some((kind) => kinds.includes(kind)),
  }));
