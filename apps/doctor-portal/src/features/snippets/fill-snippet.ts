// @bundle route
import type { PatientName } from '@konsil/contracts/patients';
import type { Locale } from '@konsil/contracts/codes';
import { fullName } from '@konsil/contracts/full-name';
import type { snippetPlaceholders } from '@konsil/contracts/search';
import { practiceDay } from '@konsil/contracts/practice-time';
import { formatDay } from '@konsil/i18n';

/** Splits a snippet's text; placeholders are at odd indexes. */
export const partsOf = (text: string): string[] => text.split(/(\{\{\s*\w+\s*\}\})/);
const nameIn = (placeholder: string): string => placeholder.slice(2, -2).trim();

/** Replaces placeholders by the patient's data and the day at the practice. Unknown ones stay. */
export const fillSnippet = (text: string, patient: PatientName, locale: Locale, now = new Date()): string => {
  const known: Record<(typeof snippetPlaceholders)[number], string> = {
    patient: fullName(patient),
    first_name: patient.first_name,
    last_name: patient.last_name,
    date_of_birth: formatDay(patient.date_of_birth, locale),
    today: formatDay(practiceDay(now), locale),
  };
  const found = new Map<string, string>(Object.entries(known));
  return partsOf(text)
    .map((part, at) => (at % 2 === 0 ? part : (found.get(nameIn(part)) ?? part)))
    .join('');
};
