// @bundle ui
import { titlesWithoutStop } from '@konsil/contracts/first-codes';
import { currentLocale } from '@konsil/i18n';

const particles = ['von', 'van', 'de', 'den', 'der', 'zu', 'zur', 'zum', 'al', 'el', 'di', 'da', 'del', 'ter'];
const shownTitles = /^(Prof|PD|Dr)\.?$/i;

/** A doctor's full name as the page's language writes it: `Dr Elif Sandberg` in British English, which has no stop there. */
export const doctorName = (name: string): string =>
  titlesWithoutStop.includes(currentLocale()) ? name.replace(/(^|\s)(Prof|Dr|med|dent)\.(?=\s)/g, '$1$2') : name;

/**
 * A doctor's name in a sentence: `Dr. Sandberg` for `Dr. med. Elif Sandberg`; the full name where there is no title.
 */
export const shortDoctorName = (full: string): string => {
  const name = doctorName(full);
  const words = name.trim().split(/\s+/);
  const titles = words.filter((word) => shownTitles.test(word));
  if (titles.length === 0 || words.length < 2) return name;
  let start = words.length - 1;
  while (start > 1 && particles.includes(words[start - 1] ?? '')) start -= 1;
  // No-break spaces keep title and name on one line.
  return [...titles, ...words.slice(start)].join('\u00a0');
};
