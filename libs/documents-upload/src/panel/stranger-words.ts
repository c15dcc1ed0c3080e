import { useFormat } from '@konsil/i18n';
import type { Stranger } from './rows.ts';

/** Name and birth date of somebody as the images say them. */
export const useStrangerWords = () => {
  const format = useFormat();
  return ({ name, birthDate }: Stranger): string => [name, birthDate && format.day(birthDate)].filter(Boolean).join(', ');
};
