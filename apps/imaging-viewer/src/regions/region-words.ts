import type { WordKey, Words } from '../app/words.ts';
import type { Region } from '../study/regions/region-object.ts';
import type { Unplaced } from '../study/regions/image-plane.ts';

/** The defined terms of RT structures that have words (PS3.3 C.8.8.8). */
const rtTypes = [
  'EXTERNAL',
  'PTV',
  'CTV',
  'GTV',
  'TREATED_VOLUME',
  'IRRAD_VOLUME',
  'ORGAN',
  'AVOIDANCE',
  'BOLUS',
  'MARKER',
  'REGISTRATION',
  'ISOCENTER',
  'CONTRAST_AGENT',
  'CAVITY',
  'SUPPORT',
  'FIXATION',
  'DOSE_REGION',
  'CONTROL',
] as const;

const rtTypeWords = ({ t }: Words, type: string): string => {
  const known = rtTypes.find((one) => one === type);
  return known ? t(`regions.rtTypes.${known}`) : type;
};

export const regionName = ({ t }: Words, { name, number }: Region): string => name || t('regions.unnamed', { number });

/** The type of a region in words. */
export const typeWords = (words: Words, { type, rtType }: Region): string =>
  [rtType && rtTypeWords(words, rtType), type].filter(Boolean).join(' · ');

/** How a region was made. */
export const algorithmWords = ({ t }: Words, { algorithm, algorithmName }: Region): string =>
  [t(`regions.algorithms.${algorithm ?? 'unknown'}`), algorithmName].filter(Boolean).join(': ');

const unplacedKeys = ['disagrees', 'between', 'twice', 'elsewhere'] as const satisfies readonly (keyof Unplaced)[];

/** Parts of a region that are not drawn, and why. */
export const unplacedWords = (
  { t }: Words,
  { unplaced, others, broken }: { unplaced: Unplaced; others: number; broken: number },
): string[] => {
  const told = (key: WordKey, count: number): string[] => (count > 0 ? [t(key, { count })] : []);
  return [
    ...unplacedKeys.flatMap((key) => told(`regions.unplaced.${key}`, unplaced[key])),
    ...told('regions.unplaced.others', others),
    ...told('regions.unplaced.broken', broken),
  ];
};
