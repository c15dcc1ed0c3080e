import type { PatientName } from '@konsil/contracts/patients';
import type { Locale } from '@konsil/contracts/codes';
import { formatDay } from '@konsil/i18n';

/** Puts what is known of the patient into a snippet: `{{patient}}`, `{{first_name}}`, `{{last_name}}`, `{{date_of_birth}}`, `{{today}}`. Others stay as they are. */
export const fillSnippet = (text: string, patient: PatientName, locale: Locale, today = new Date()): string => {
  const known: Record<string, string> = {
    patient: `${patient.first_name} ${patient.last_name}`,
    first_name: patient.first_name,
    last_name: patient.last_name,
    date_of_birth: formatDay(patient.date_of_birth, locale),
    today: formatDay(today.toISOString(), locale),
  };
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) => known[name] ?? placeholder);
};
