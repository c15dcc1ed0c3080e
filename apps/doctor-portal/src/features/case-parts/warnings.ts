// @bundle route
import type { ProcessOverview } from '@konsil/contracts/cases';
import { foldWord } from '@konsil/contracts/fold';
import { medicineName } from '@konsil/contracts/medication';

/** Word prefixes of blood-thinning substances and brands, as patients write them. */
const thinners = [
  'apixaban',
  'eliquis',
  'rivaroxaban',
  'xarelto',
  'edoxaban',
  'lixiana',
  'dabigatran',
  'pradaxa',
  'phenprocoumon',
  'marcumar',
  'falithrom',
  'warfarin',
  'coumadin',
  'heparin',
  'enoxaparin',
  'clexane',
  'tinzaparin',
  'innohep',
  'dalteparin',
  'fragmin',
  'certoparin',
  'nadroparin',
  'fondaparinux',
  'arixtra',
  'clopidogrel',
  'plavix',
  'prasugrel',
  'efient',
  'ticagrelor',
  'brilique',
  'acetylsalicyl',
  'aspirin',
  'ass',
  'blutverdünn',
].map(foldWord);
const whole = new Set(['ass']);

/** True if a part of the medication names one of them. */
const thins = (part: string): boolean => {
  const words = part.split(/[^\p{L}\p{N}]+/u).map(foldWord);
  return (
    foldWord(part).includes('bloodthinn') ||
    thinners.some((name) => words.some((word) => (whole.has(name) ? word === name : word.startsWith(name))))
  );
};

/**
 * Facts that a doctor must not overlook, in the patient's own words: allergies, and the parts of the medication that
 * name a blood thinner. An empty result does not mean that the patient has none.
 */
export const warningsOf = ({ anamnesis }: Pick<ProcessOverview, 'anamnesis'>) => ({
  allergies: anamnesis.allergies.trim(),
  thinners: [
    ...(anamnesis.medication_list?.medicines ?? []).map(medicineName),
    ...anamnesis.medication.split(/[\n;,]+/).map((part) => part.trim()),
  ]
    .filter(thins)
    .join(', '),
});
